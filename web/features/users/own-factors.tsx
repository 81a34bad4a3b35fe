import { Fingerprint, ListChecks, Smartphone } from 'lucide-react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { formatDay } from '#common/time.ts';
import type { Factors, Passkey, TotpSecret } from '#common/users/factors.ts';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import { lazyImport, useLazyImport } from '#web/lib/use-lazy-import.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { useNow } from '#web/lib/use-now.ts';
import { AccountRow } from './account-row.tsx';
import { beginTotp, readFactors, removeTotp, renewRecoveryCodes } from './factor-actions.ts';
import { canUsePasskeys, createPasskey, removePasskey } from './passkey-actions.ts';
import { useProof } from './use-proof.tsx';

interface OwnFactorsProps {
  user: User;
  /** Called after a change that may affect what the account is allowed to do. */
  onChanged?: () => void;
  /**
   * Called when setting up an app starts and ends. Keep this mounted meanwhile: recovery codes are shown
   * once.
   */
  onSettingUp?: (isSettingUp: boolean) => void;
}

/** The second factors of an account: passkeys and an authenticator app, which can be added and removed. */
export function OwnFactors({ user, onChanged, onSettingUp }: OwnFactorsProps) {
  const { role } = user;
  const load = useCallback((signal: AbortSignal) => readFactors(role, signal), [role]);
  const { state, reload, change } = useLoaded(load);

  if (state.phase === 'loading') return <LoadingLine label="Loading sign-in methods..." />;
  if (state.phase === 'failed')
    return (
      <FailedState
        title="We couldn’t load your sign-in methods"
        text={messageOf(state.error)}
        onRetry={reload}
      />
    );
  return (
    <FactorRows
      user={user}
      factors={state.value}
      onEdit={change}
      onChanged={onChanged}
      onSettingUp={onSettingUp}
    />
  );
}

type ActionProps = Pick<
  ComponentProps<typeof Button>,
  'isPending' | 'pendingLabel' | 'isUnavailable' | 'onClick'
>;

interface FactorRowsProps extends OwnFactorsProps {
  factors: Factors;
  onEdit: (edit: (factors: Factors) => Factors) => void;
}

function FactorRows(props: FactorRowsProps) {
  const { user, factors, onEdit, onChanged } = props;
  const { role } = user;
  const { passkeys, totp } = factors;
  const { attempt, dialog } = useProof(user, factors);
  const { setUp, renew, setupDialogs } = useTotpSetup(props);
  const action = useOneAtATime(attempt);
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const edit = (edited: Partial<Factors>) => onEdit((known) => ({ ...known, ...edited }));

  const add = async () => {
    const passkey = await createPasskey(role);
    announce('The passkey was added.');
    edit({ passkeys: [...passkeys, passkey] });
    onChanged?.();
  };
  const remove = async ({ id }: Passkey) => {
    await removePasskey(role, id);
    announce('The passkey was removed.');
    // The pressed button disappears.
    if (list.current?.contains(document.activeElement)) addButton.current?.focus();
    edit({ passkeys: passkeys.filter((passkey) => passkey.id !== id) });
    onChanged?.();
  };
  const turnOff = async () => {
    await removeTotp(role);
    announce('The authenticator app is turned off.');
    edit({ totp: null });
    onChanged?.();
  };

  return (
    <>
      <div className="border-line border-t">
        <AccountRow Icon={Fingerprint} title="Passkeys" text={wordsOfPasskeys(passkeys)}>
          {canUsePasskeys() && (
            <Button ref={addButton} variant="outline" aria-label="Add a passkey" {...action('add', add)}>
              Add
            </Button>
          )}
        </AccountRow>
        {passkeys.length > 0 && (
          <ul ref={list} aria-label="Passkeys">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                removal={action(`remove ${passkey.id}`, () => remove(passkey))}
              />
            ))}
          </ul>
        )}
        <AccountRow Icon={Smartphone} title="Authenticator app" text={useWordsOfTotp(totp)}>
          {totp ? (
            <Button
              variant="outline"
              aria-label="Turn off the authenticator app"
              {...action('turn off', turnOff)}
            >
              Turn off
            </Button>
          ) : (
            <Button variant="outline" aria-label="Set up an authenticator app" {...action('set up', setUp)}>
              Set up
            </Button>
          )}
        </AccountRow>
        {totp && (
          <AccountRow
            Icon={ListChecks}
            title="Recovery codes"
            text={`${totp.recoveryCodesLeft} left, each for one sign-in without the app`}
          >
            <Button variant="outline" aria-label="New recovery codes" {...action('renew', renew)}>
              Renew
            </Button>
          </AccountRow>
        )}
      </div>
      {dialog}
      {setupDialogs}
    </>
  );
}

/** Returns the button props of an action, by its name. While one runs, the others are unavailable. */
function useOneAtATime(attempt: (act: () => Promise<void>) => Promise<void>) {
  const [running, setRunning] = useState<string | null>(null);
  const { run } = useInFlight(async (name: string, act: () => Promise<void>) => {
    setRunning(name);
    await attempt(act);
    setRunning(null);
  });
  return (name: string, act: () => Promise<void>): ActionProps => ({
    isPending: running === name,
    pendingLabel: 'Wait...',
    isUnavailable: running !== null && running !== name,
    onClick: () => void run(name, act),
  });
}

const totpCode = lazyImport(() => import('./totp-dialog.tsx'));
const recoveryCode = lazyImport(() => import('./recovery-codes-dialog.tsx'));

/** Setting up the authenticator app and renewing its recovery codes, with the dialogs of both. */
function useTotpSetup({ user, factors: { totp }, onEdit, onChanged, onSettingUp }: FactorRowsProps) {
  const { role } = user;
  const [secret, setSecret] = useState<TotpSecret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const totpDialog = useLazyImport(totpCode, secret);
  const codesDialog = useLazyImport(recoveryCode, secret ?? codes);

  const isSettingUp = secret !== null || codes !== null;
  useEffect(() => onSettingUp?.(isSettingUp), [onSettingUp, isSettingUp]);

  const receiveCodes = (recoveryCodes: readonly string[]) => {
    setSecret(null);
    setCodes(recoveryCodes);
    const since = totp?.since ?? new Date().toISOString();
    onEdit((known) => ({ ...known, totp: { since, recoveryCodesLeft: recoveryCodes.length } }));
  };
  // Recovery codes are shown only once, so load the dialog that shows them before creating any.
  const setUp = async () => {
    await Promise.all([totpCode.load(), recoveryCode.load()]);
    setSecret(await beginTotp(role));
  };
  const renew = async () => {
    await recoveryCode.load();
    receiveCodes(await renewRecoveryCodes(role));
  };

  const setupDialogs = (
    <>
      {secret && totpDialog && (
        <totpDialog.TotpDialog
          user={user}
          secret={secret}
          onClose={() => setSecret(null)}
          onConfirmed={receiveCodes}
        />
      )}
      {codes && codesDialog && (
        <codesDialog.RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            onChanged?.();
          }}
        />
      )}
    </>
  );
  return { setUp, renew, setupDialogs };
}

function wordsOfPasskeys(passkeys: readonly Passkey[]): string {
  if (!canUsePasskeys()) {
    return 'They do not work at the address you opened. They work at the site’s name, such as localhost.';
  }
  return passkeys.length > 0
    ? 'They sign you in without a password.'
    : 'Sign in with your fingerprint, your face or your screen lock.';
}

function useWordsOfTotp(totp: Factors['totp']): string {
  const now = useNow();
  return totp
    ? `On since ${formatDay(new Date(totp.since), now)}: a code after the password`
    : 'After the password, a code from an app on your phone.';
}

function PasskeyRow({ passkey, removal }: { passkey: Passkey; removal: ActionProps }) {
  const now = useNow();
  const { name, createdAt, lastUsedAt, isSynced } = passkey;
  const words = [
    `added ${formatDay(new Date(createdAt), now)}`,
    lastUsedAt ? `last used ${formatDay(new Date(lastUsedAt), now)}` : 'not used yet',
    isSynced && 'synced',
  ];
  return (
    <AccountRow isListItem title={name} text={words.filter(Boolean).join(', ')}>
      <Button
        variant="quiet"
        className="text-14! min-[19.9rem]:-mr-5"
        aria-label={`Remove the passkey ${name}`}
        {...removal}
      >
        Remove
      </Button>
    </AccountRow>
  );
}
