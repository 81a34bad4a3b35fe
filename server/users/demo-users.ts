import type { Role } from '#common/users/user.ts';

/** A user that the demo is seeded with. */
export interface DemoUser {
  name: string;
  email: string;
  role: Role;
  phone: string;
}

/** The rider, driver and staff member that a first visit to the demo signs in. */
export const DEMO_RIDER_EMAIL = 'alex@marquee.example';
export const DEMO_DRIVER_EMAIL = 'sam@marquee.example';
export const DEMO_STAFF_EMAIL = 'dana.reyes@marquee.example';

/** The password of every demo user. */
export const DEMO_PASSWORD = 'marquee-demo';

/** Enough users to try every call as the owner, as a stranger, and as a competing second user. */
export const DEMO_USERS: readonly DemoUser[] = [
  { name: 'Alex Morgan', email: DEMO_RIDER_EMAIL, role: 'rider', phone: '(702) 555-0142' },
  { name: 'Priya Nair', email: 'priya@marquee.example', role: 'rider', phone: '(702) 555-0187' },
  {
    name: 'Sam Ortega',
    email: DEMO_DRIVER_EMAIL,
    role: 'driver',
    phone: '(702) 555-0119',
  },
  {
    name: 'Nora Whitfield',
    email: 'nora@marquee.example',
    role: 'driver',
    phone: '(702) 555-0163',
  },
  {
    name: 'Luis Herrera',
    email: 'luis@marquee.example',
    role: 'driver',
    phone: '(702) 555-0175',
  },
  { name: 'Dana Reyes', email: DEMO_STAFF_EMAIL, role: 'admin', phone: '(702) 555-0100' },
  { name: 'Robin Hale', email: 'robin@marquee.example', role: 'dispatcher', phone: '(702) 555-0101' },
];
