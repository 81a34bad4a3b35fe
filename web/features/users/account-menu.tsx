import type { User } from '#common/users/user.ts';
import { roleName, switchLabel } from './role-words.ts';
import type { ActingRole } from './session-store.ts';
import { useSignOut } from './use-sign-out.ts';

interface AccountMenuProps {
  user: User;
  role: ActingRole;
  onSwitch: () => void;
}

const ITEM = 'min-h-11 w-full rounded-item px-3 text-left text-16 hover:bg-sunken';

/** What the account control opens: who is signed in, on a phone the switch of roles, and the way out. */
export function AccountMenu({ user, role, onSwitch }: AccountMenuProps) {
  const signOut = useSignOut();

  return (
    <>
      <p className="mb-2 border-line border-b px-3 pt-1 pb-3 text-14 text-ink-2">
        <span className="block text-16">
          {roleName(role)}: <span className="font-medium text-ink">{user.name}</span>
        </span>
        <span className="wrap-anywhere">{user.username}</span>
      </p>
      <button type="button" className={`${ITEM} sm:hidden`} onClick={onSwitch}>
        {switchLabel(role)}
      </button>
      <button type="button" className={ITEM} onClick={signOut}>
        Sign out
      </button>
    </>
  );
}
