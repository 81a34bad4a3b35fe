/** Somebody who signs in: everybody has an address of their own on the net, since sign-in is limited by address. */
export interface Account {
  role: 'rider' | 'driver';
  email: string;
  password: string;
  address: string;
}

/** Riders, who have to sign up first. */
export const RIDERS: readonly Account[] = [1, 2, 3, 4].map((index) => ({
  role: 'rider',
  email: `rider-${index}@example.com`,
  password: 'a long enough one',
  address: `10.1.${index}.1`,
}));

/** Drivers of the demo. */
export const DRIVERS: readonly Account[] = ['sam', 'dana', 'luis'].map((name, index) => ({
  role: 'driver',
  email: `${name}@marquee.example`,
  password: 'marquee-demo',
  address: `10.2.${index}.1`,
}));

/** Creates a rider's account. */
export async function signUp(site: string, { email, password, address }: Account): Promise<void> {
  const reply = await fetch(`${site}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, 'x-forwarded-for': address },
    body: JSON.stringify({ name: 'Robin Rider', email, password, phone: '(702) 555-0101' }),
  });
  if (!reply.ok) throw new Error(`no rider: ${reply.status} ${await reply.text()}`);
}
