import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { User } from '#common/users/user.ts';
import { Initials } from '#web/components/ui/initials.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { roleName, switchLabel } from './role-names.ts';
import { type ActingRole, otherRole } from './session-store.ts';
import { useOtherRoles, useSignOut, useSwitchRole } from './use-account.ts';

export interface SignedInControlProps {
  user: User;
  role: ActingRole;
  /**
   * `pill` in the site's header, `box` in the header of the ride screens, `menu` in the console's header,
   * where the menu contains all switches.
   */
  look: 'pill' | 'box' | 'menu';
  /** Additional links in the menu. */
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
 * A button `Rider: name`, which opens the account menu, and beside it the switch to the other role. On a
 * phone only the initials, with the switch in the menu.
 */
export function SignedInControl({ user, role, look, links = [], onSwitched }: SignedInControlProps) {
  const switchRole = useSwitchRole(onSwitched);
  const { control, switcher } = LOOKS[look];

  return (
    <div className={clsx('flex h-11 min-w-0 items-stretch text-14', control)}>
      <Popover
        align="right"
        label={`${roleName(user.role)}: ${user.name}, account`}
        panelClass="w-60 p-2"
        triggerClass="inline-flex min-w-0 items-center justify-center gap-2 rounded-[inherit] max-sm:w-11 max-sm:rounded-full sm:px-2.5 xl:px-3.5"
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

interface AccountMenuProps {
  user: User;
  role: ActingRole;
  links?: readonly { to: string; label: string }[];
  /** Whether the first switch is beside the menu, and inside it only on a phone. */
  hasSwitchBeside: boolean;
  onSwitch: (to: ActingRole) => void;
}

const ITEM = 'min-h-11 w-full rounded-item px-3 text-left text-16 hover:bg-sunken';

/** The account menu: the signed-in user, the switches without a button beside the menu, sign-out. */
function AccountMenu({ user, role, links = [], hasSwitchBeside, onSwitch }: AccountMenuProps) {
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
