import clsx from 'clsx';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Initials } from '#web/components/ui/initials.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { AccountMenu } from './account-menu.tsx';
import { roleName, switchLabel } from './role-words.ts';
import { type ActingRole, actingUser, useSessionStore } from './session-store.ts';
import { signInPath } from './sign-in-path.ts';
import { useSwitchRole } from './use-switch-role.ts';

interface AccountControlProps {
  /** `pill` in the site's header, `box` in the header of the ride screens. */
  look: 'pill' | 'box';
  onSwitched?: (role: ActingRole) => void;
}

const LOOKS = {
  pill: {
    control: 'rounded-card bg-sunken',
    switcher: 'm-1 rounded-item bg-surface ring-1 ring-line',
  },
  box: {
    control: 'sm:rounded-field sm:border sm:border-control',
    switcher: 'border-line border-l max-sm:hidden',
  },
};

/**
 * `Rider: name`, which opens the account's menu, and beside it the switch to the other role. On a phone only the initials,
 * with the switch inside the menu. Anonymous: Sign in.
 */
export function AccountControl({ look, onSwitched }: AccountControlProps) {
  const phase = useSessionStore((state) => state.phase);
  const role = useSessionStore((state) => state.activeRole);
  const user = useSessionStore(actingUser);
  const switchRole = useSwitchRole(onSwitched);
  const { control, switcher } = LOOKS[look];

  if (phase === 'unknown') return <Skeleton className="h-11 w-11 rounded-card sm:w-72" />;
  if (!user) return <SignInLink role={role} />;
  return (
    <div className={clsx('flex h-11 items-stretch text-14', control)}>
      <Popover
        align="right"
        label={`${roleName(role)}: ${user.name}, account`}
        panelClass="w-60 p-2"
        triggerClass="rounded-[inherit] max-sm:w-11 max-sm:rounded-full sm:px-2.5 xl:px-3.5"
        trigger={
          <>
            <Initials name={user.name} size={32} className="border border-control sm:hidden" />
            <span className="block max-w-40 truncate max-sm:hidden xl:max-w-72">
              <span className="text-ink-2">{roleName(role)}:</span>{' '}
              <span className="font-medium">{user.name}</span>
            </span>
          </>
        }
      >
        <AccountMenu user={user} role={role} onSwitch={switchRole} />
      </Popover>
      <button
        type="button"
        className={clsx(
          'px-2.5 font-semibold whitespace-nowrap text-gold-ink transition-colors hover:text-ink xl:px-3.5',
          switcher,
        )}
        onClick={switchRole}
      >
        {switchLabel(role)}
      </button>
    </div>
  );
}

/** Leads to sign-in and back to where the visitor is. */
function SignInLink({ role }: { role: ActingRole }) {
  const { pathname } = useLocation();
  return (
    <ButtonLink variant="outline" to={signInPath({ role, next: pathname })} className="text-14!">
      Sign in
    </ButtonLink>
  );
}
