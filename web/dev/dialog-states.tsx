import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { ToastCard, ToastRegion } from '#web/components/ui/toast-region.tsx';
import { Toaster } from '#web/components/ui/toaster.tsx';
import { GiftCardDialog } from '#web/features/gift-cards/gift-card-dialog.tsx';
import { PurchaseForm } from '#web/features/gift-cards/purchase-form.tsx';
import { FormDialogButton } from '#web/features/messages/form-dialog-button.tsx';
import { JobForm } from '#web/features/messages/lead-forms.tsx';
import { receiveSession } from '#web/features/users/session-store.ts';
import { SignInDialog } from '#web/features/users/sign-in-dialog.tsx';
import { buildSession } from '#web/testing/build-user.ts';
import type { Group, Specimen, SpecimenWindow } from './specimen.tsx';

const noop = () => {};

const signIn = (name: string, window: SpecimenWindow): Specimen => ({
  name: `SignInDialog, ${name}`,
  render: () => (
    <SignInDialog isOpen onClose={noop} onSignedIn={noop} description="Your ride is kept while you do." />
  ),
  window,
});

const giftCard = (name: string, preset: number | null, window: SpecimenWindow): Specimen => ({
  name: `GiftCardDialog, ${name}`,
  render: () => <GiftCardDialog preset={preset} onClose={noop} />,
  window,
});

const application = (name: string, window: SpecimenWindow): Specimen => ({
  name: `JobForm in a dialog, ${name}`,
  render: () => (
    <FormDialogButton label="Apply Now" title="Chauffeur" description="Operations, Las Vegas">
      {(close) => <JobForm sender={null} position="Chauffeur" onSent={close} />}
    </FormDialogButton>
  ),
  window,
});

const buying = (
  <Dialog isOpen onClose={noop} title="$100 gift card" isClosable={false} widthClass="max-w-[860px]">
    <PurchaseForm
      amount={100}
      onCancel={noop}
      purchase={{
        form: { current: null },
        recipient: {
          recipientEmail: 'sam@example.com',
          recipientName: 'Sam',
          personalMessage: 'Have a ride!',
        },
        edit: noop,
        errorOf: () => undefined,
        submit: async () => {},
        isPending: true,
      }}
    />
  </Dialog>
);

const demo = () => receiveSession(buildSession({ demo: true }));

/** A toast does not expire while the document is hidden. */
const keepToasts = () => Object.defineProperty(document, 'hidden', { value: true });
const success = () =>
  toast.success('Ride accepted!', 'Head to the pickup location', { label: 'Undo', onPress: noop });
const failure = () => toast.error('Payment Failed', 'Your card was declined.');

export const dialogStates: Group = {
  title: 'Dialogs and toasts',
  specimens: [
    signIn('empty', { height: 730, until: 'Use the demo accounts', setUp: demo }),
    signIn('refused', { height: 730, press: ['Sign in'], until: 'Please enter your password.' }),
    signIn('password forgotten', {
      height: 480,
      press: ['Forgot your password?'],
      until: 'Send the link',
    }),
    signIn('new account', { height: 780, press: ['Create an account'], until: 'Have an account?' }),
    giftCard('amount', null, { height: 460, until: 'Custom amount' }),
    giftCard('amount refused', null, {
      height: 460,
      press: ['Continue'],
      until: 'Please enter a valid number',
    }),
    giftCard('purchase', 100, { height: 760, until: '$100 gift card' }),
    giftCard('purchase refused', 100, {
      height: 760,
      press: ['Purchase Gift Card'],
      until: 'Recipient email is required',
    }),
    {
      name: 'GiftCardDialog, purchasing',
      render: () => buying,
      window: { height: 760, until: 'Processing...' },
    },
    application('empty', { height: 900, press: ['Apply Now'], until: 'Send application' }),
    application('refused', {
      height: 980,
      press: ['Apply Now', 'Send application'],
      until: 'Name is required',
    }),
    {
      name: 'ToastCard, each kind',
      render: () => (
        <div className="flex flex-wrap gap-4">
          <ToastCard
            kind="success"
            title="Ride accepted!"
            description="Head to the pickup location"
            action={{ to: '/driver-rides', label: 'My Rides' }}
          />
          <ToastCard
            kind="success"
            title="Ride accepted!"
            description="Head to the pickup location"
            action={{ label: 'Undo', onPress: noop }}
          />
          <ToastCard
            kind="error"
            title="Alex cancelled"
            description="Harry Reid International Airport to Bellagio Hotel & Casino, 6:30 PM."
            action={{ label: 'OK', onPress: noop, isSticky: true }}
          />
          <ToastCard kind="success" title="Message sent successfully!" />
          <ToastCard
            kind="notification"
            title="Sam is on the way"
            description="Harry Reid International Airport to Bellagio Hotel & Casino."
            action={{ to: '/my-rides', label: 'Show' }}
          />
          <ToastCard kind="error" title="Payment Failed" description="Your card was declined." />
          <ToastCard
            kind="notice"
            title="Not accepted"
            description="Rachel Stein. Pickup in 48 min."
            action={{ to: '/ops', label: 'Assign' }}
          />
        </div>
      ),
    },
    {
      name: 'Toaster, success',
      render: () => (
        <>
          <Button onClick={success}>Accept</Button>
          <Toaster />
        </>
      ),
      window: { height: 240, press: ['Accept'], until: 'Ride accepted!', setUp: keepToasts },
    },
    {
      name: 'ToastRegion, error',
      render: () => (
        <>
          <Button onClick={failure}>Pay</Button>
          <ToastRegion />
        </>
      ),
      window: { height: 240, press: ['Pay'], until: 'Payment Failed', setUp: keepToasts },
    },
  ],
};
