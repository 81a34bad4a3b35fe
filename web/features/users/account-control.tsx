import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { User } from '#common/users/user.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Initials } from '#web/components/ui/initials.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useInFlight } from '#web/lib/use-in-flight.ts';
import {
  type ActingRole,
  actingUser,
  otherRole,
  roleName,
  setActiveRole,
  switchLabel,
  useSessionStore,
} from './session-store.ts';
import { signInPath } from './sign-in-path.ts';

interface AccountControlProps {
  /** `pill` in the site's header, `box` in the header of the ride screens, `menu` in the console's, which has all switches in the menu. */
  look: 'pill' | 'box' | 'menu';
  /** Further pages that the menu leads to. */
  links?: readonly { to: string; label: string }[] | undefined;
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
  menu: { control: 'max-sm:-mr-2 sm:rounded-field sm:border sm:border-control', switcher: null },
};

/**
 * `Rider: name`, which opens the account's menu, and beside it the switch to the other role. On a phone only the initials,
 * with the switch inside the menu. Anonymous: Sign in.
 */
export function AccountControl({ look, links = [], onSwitched }: AccountControlProps) {
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
        label={`${roleName(user.role)}: ${user.name}, account`}
        panelClass="w-60 p-2"
        triggerClass="inline-flex items-center justify-center gap-2 rounded-[inherit] max-sm:w-11 max-sm:rounded-full sm:px-2.5 xl:px-3.5"
        trigger={
          <>
            <Initials name={user.name} size={32} className="border border-control sm:hidden" />
            <span className="block max-w-40 truncate max-sm:hidden xl:max-w-72">
              <span className="text-ink-2">{roleName(user.role)}:</span>{' '}
              <span className="font-medium">{user.name}</span>
            </span>
            {switcher === null && (
              <ChevronDown aria-hidden size={16} className="chevron transition-transform max-sm:hidden" />
            )}
          </>
        }
      >
        <AccountMenu
          user={user}
          role={role}
          links={links}
          hasSwitchBeside={switcher !== null}
          onSwitch={switchRole}
        />
      </Popover>
      {switcher !== null && (
        <button
          type="button"
          className={clsx(
            'px-2.5 font-semibold whitespace-nowrap text-gold-ink transition-colors hover:text-ink xl:px-3.5',
            switcher,
          )}
          onClick={() => switchRole(otherRole(role))}
        >
          {switchLabel(otherRole(role))}
        </button>
      )}
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

interface AccountMenuProps {
  user: User;
  role: ActingRole;
  links?: readonly { to: string; label: string }[];
  /** Whether the first switch stands beside the menu where there is room, and in it only on a phone. */
  hasSwitchBeside: boolean;
  onSwitch: (to: ActingRole) => void;
}

const ITEM = 'min-h-11 w-full rounded-item px-3 text-left text-16 hover:bg-sunken';

/** What the account control opens: who is signed in, the switches that have no button beside it, and the way out. */
export function AccountMenu({ user, role, links = [], hasSwitchBeside, onSwitch }: AccountMenuProps) {
  const signOut = useSignOut();
  const [beside, ...others] = useOtherRoles(role);

  return (
    <>
      <p className="mb-2 border-line border-b px-3 pt-1 pb-3 text-14 text-ink-2">
        <span className="block text-16">
          {roleName(user.role)}: <span className="font-medium text-ink">{user.name}</span>
        </span>
        <span className="wrap-anywhere">{user.username}</span>
      </p>
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className={`${ITEM} flex items-center`}>
          {label}
        </Link>
      ))}
      <button
        type="button"
        className={clsx(ITEM, hasSwitchBeside && 'sm:hidden')}
        onClick={() => onSwitch(beside)}
      >
        {switchLabel(beside)}
      </button>
      {others.map((other) => (
        <button key={other} type="button" className={ITEM} onClick={() => onSwitch(other)}>
          {switchLabel(other)}
        </button>
      ))}
      <Link to="/account" className={`${ITEM} flex items-center`}>
        Account
      </Link>
      <button type="button" className={ITEM} onClick={signOut}>
        Sign out
      </button>
    </>
  );
}

/** The roles to switch to: first the one the header's button leads to, then any other that somebody is signed in to. */
export function useOtherRoles(role: ActingRole): [ActingRole, ...ActingRole[]] {
  const session = useSessionStore((state) => state.session);
  const beside = otherRole(role);
  const roles = ['driver', 'staff'] as const;
  return [beside, ...roles.filter((other) => other !== role && other !== beside && session[other])];
}

/**
 * Lets another role act. Where nobody is signed in to it, leads to its sign-in instead.
 * `onSwitched` hears of a switch that took place. Staff have screens of their own, to which and from which it leads.
 */
export function useSwitchRole(onSwitched?: (role: ActingRole) => void): (to: ActingRole) => void {
  const navigate = useNavigate();

  return (to) => {
    const { session, activeRole } = useSessionStore.getState();
    if (!session[to]) return void navigate(signInPath({ role: to }));
    setActiveRole(to);
    if (to === 'staff') return void navigate('/ops');
    if (activeRole === 'staff') void navigate(to === 'driver' ? '/driver' : '/my-rides');
    onSwitched?.(to);
  };
}

/** Signing out by a press; a failure shows a toast. */
export function useSignOut(): () => void {
  const { run } = useInFlight(async () => {
    try {
      const { signOut } = await import('./session-actions.ts');
      await signOut();
      announce('You are signed out.');
    } catch (error) {
      toast.error('Error', messageOf(error, 'Sign-out failed. Please try again.'));
    }
  });
  return run;
}
