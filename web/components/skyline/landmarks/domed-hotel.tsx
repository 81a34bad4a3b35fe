import { LitWindows } from '../lit-windows.tsx';
import { night } from '../night.ts';

/** The hotel at the lake: a fan-shaped front under a cupola. */
export const DomedHotel = () => (
  <>
    <path d="M560 420V272L604 254L640 248L676 254L720 272V420Z" {...night.mass} />
    <path d="M628 248V236Q640 224 652 236V248" {...night.mass} />
    <path d="M640 229V218" stroke={night.gold} />
    <LitWindows x={560} y={274} width={160} height={140} lit={0.42} grid={[6, 8]} />
    <path d="M560 274L604 256L640 250L676 256L720 274" fill="none" stroke={night.gold} strokeOpacity=".65" />
  </>
);
