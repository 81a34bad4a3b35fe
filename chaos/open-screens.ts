import type { Services } from '../e2e/testing/run-marquee.ts';
import { openScreen, type Screen } from './open-screen.ts';
import type { ScreenSettings } from './screen/settings.ts';

const PASSWORD = 'a long enough one';
const DEMO_PASSWORD = 'marquee-demo';

/** People of the demo who drive. */
const DRIVERS = ['sam', 'dana', 'luis'];
const RIDERS = 4;

interface OpenedScreens {
  services: Services;
  program: string;
  seed: number;
}

async function signUp({ web }: Services, email: string, address: string): Promise<void> {
  const reply = await fetch(`${web}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: web, 'x-forwarded-for': address },
    body: JSON.stringify({ name: 'Robin Rider', email, password: PASSWORD, phone: '(702) 555-0101' }),
  });
  if (!reply.ok) throw new Error(`no rider: ${reply.status} ${await reply.text()}`);
}

/** Opens the pages of four riders, the first of whom has a second one open, and of three drivers. */
export async function openScreens({ services, program, seed }: OpenedScreens): Promise<Screen[]> {
  const { web: site, stripe } = services;
  const open = (name: string, settings: Omit<ScreenSettings, 'site' | 'stripe'>) =>
    openScreen({ name, program, settings: { site, stripe, ...settings } });

  const riders = Array.from({ length: RIDERS }, async (_, index) => {
    const person = { address: `10.1.${index}.1`, email: `rider-${index}@example.com`, password: PASSWORD };
    await signUp(services, person.email, person.address);
    const role = 'rider' as const;
    const first = await open(`rider ${index + 1}`, {
      ...person,
      role,
      isActive: true,
      seed: seed * 100 + index,
    });
    if (index > 0) return [first];
    return [first, await open('rider 1, second page', { ...person, role, isActive: false, seed })];
  });
  const drivers = DRIVERS.map(async (name, index) => [
    await open(`driver ${name}`, {
      address: `10.2.${index}.1`,
      email: `${name}@marquee.example`,
      password: DEMO_PASSWORD,
      role: 'driver',
      isActive: true,
      seed: seed * 100 + 50 + index,
    }),
  ]);
  return (await Promise.all([...riders, ...drivers])).flat();
}
