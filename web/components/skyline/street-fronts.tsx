import { night } from './night.ts';
import { seededRandom } from './seeded-random.ts';

const LEAVES = [
  [-15, 6],
  [-13, -4],
  [-6, -10],
  [3, -11],
  [11, -7],
  [16, 2],
  [12, 9],
  [-10, 11],
] as const;

/** What stands along the street: low casino fronts with lit cornices, and a palm every 96 px. */
export function StreetFronts() {
  return (
    <>
      <path
        d="M0 420V392H64V384H140V394H232V380H330V396H452V386H560V400H700V390H820V398H960V388H1080V400H1210V390H1300V398H1440V420Z"
        fill="#0F0C08"
      />
      <path
        d="M232 380H330M452 386H560M700 390H820M960 388H1080M1210 390H1300M64 384H140"
        stroke="#E2B765"
        strokeOpacity=".75"
        strokeWidth="1.4"
      />
      <path d={palms} fill="none" stroke="#2A2115" strokeWidth="2" strokeLinecap="round" />
    </>
  );
}

const palms = rowOfPalms();

function rowOfPalms() {
  const random = seededRandom(11);
  return Array.from({ length: 15 }, (_, index) => {
    const x = 34 + index * 96 + Math.round(random() * 20);
    const height = 44 + Math.round(random() * 20);
    const crown = `M${x + 1} ${night.ground - height}`;
    const leaves = LEAVES.map(([dx, dy]) => `${crown}q${dx / 2} ${dy - 5} ${dx} ${dy}`).join('');
    return `M${x} ${night.ground}Q${x + 2} ${night.ground - height / 2} ${x + 1} ${night.ground - height}${leaves}`;
  }).join('');
}
