import { type ReactNode, useState } from 'react';
import type { User } from '#common/users/user.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ChangeProfileDialog, type ProfileField } from './change-profile-dialog.tsx';
import { roleName } from './role-names.ts';

/** Says where a change of the profile takes effect, and who can make it. */
export function profileLead({ role }: User): string {
  if (role === 'rider') return 'New bookings use these. A booked ride keeps the contact it was booked with.';
  if (role === 'driver')
    return 'Riders see your first name. Your documents show your name, so our team changes it for you.';
  return 'Your name appears with what you do here. Past actions keep your old name.';
}

/** The account's name and phone number, with buttons to change them. */
export function OwnProfile({ user }: { user: User }) {
  const [changing, setChanging] = useState<ProfileField | null>(null);
  const { role, name, phone } = user;
  const isOfStaff = role !== 'rider' && role !== 'driver';

  return (
    <>
      <dl className="border-line border-t">
        <ProfileRow label={roleName(role)} value={name}>
          {role !== 'driver' && (
            <Button variant="outline" aria-label="Change name" onClick={() => setChanging('name')}>
              Change
            </Button>
          )}
        </ProfileRow>
        {(phone || !isOfStaff) && (
          <ProfileRow label="Phone number" value={phone}>
            {!isOfStaff && (
              <Button variant="outline" aria-label="Change phone number" onClick={() => setChanging('phone')}>
                Change
              </Button>
            )}
          </ProfileRow>
        )}
      </dl>
      {changing && <ChangeProfileDialog user={user} field={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

interface ProfileRowProps {
  label: string;
  value: string | null;
  children: ReactNode;
}

const ProfileRow = ({ label, value, children }: ProfileRowProps) => (
  <div className="grid min-h-16 grid-cols-[1fr_auto] content-center items-center gap-x-4 border-line border-b py-2.5 max-[19.9rem]:grid-cols-1 sm:grid-cols-[10rem_1fr_auto]">
    <dt className="text-14 text-ink-2">{label}</dt>
    <dd className="min-w-0 font-medium wrap-anywhere max-sm:row-start-2">{value ?? 'None yet'}</dd>
    {children && (
      <dd className="justify-self-end max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1 max-[19.9rem]:col-auto max-[19.9rem]:row-auto max-[19.9rem]:mt-2">
        {children}
      </dd>
    )}
  </div>
);
