import { setTimeout } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const NAP_MS = 4_000;

/** The tabs of a real browser stand still, as in the background of a phone, and lose their connections meanwhile. */
export const suspendTabs: Fault = {
  name: 'tabs suspended, their connections dropped',
  async strike({ tabs, tabWire }) {
    const resume = await tabs?.suspend();
    tabWire.drop();
    await setTimeout(NAP_MS);
    resume?.();
  },
};
