import { Button } from '#web/components/ui/button.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { useSessionStore } from './session-store.ts';
import { signInDemo } from './sign-in-demo.ts';

/** Signs in the demo rider and driver with one press; nothing where there is no demo. */
export function DemoSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const isDemo = useSessionStore(({ session }) => session.demo);

  const { run, isPending } = useInFlight(async () => {
    try {
      await signInDemo();
      onSignedIn();
    } catch (error) {
      toast.error('Error', messageOf(error, 'Sign-in failed. Please try again.'));
    }
  });

  if (!isDemo) return null;
  return (
    <Button
      variant="outline"
      size={52}
      className="mt-3 w-full"
      isPending={isPending}
      pendingLabel="Signing in..."
      onClick={run}
    >
      Use the demo accounts
    </Button>
  );
}
