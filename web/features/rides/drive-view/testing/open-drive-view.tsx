import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';
import type { CompletionQuote } from '#common/rides/drive-api.ts';
import { useToastStore } from '#web/components/ui/toast.ts';
import { setConnection } from '#web/lib/connection-store.ts';
import { buildOwnDriver } from '#web/testing/build-driver.ts';
import { buildDriverRide, buildOffer, DRIVER_ID } from '#web/testing/build-ride.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { useAlertSettings } from '../../alerts/alert-settings.ts';
import { receiveDriver } from '../../duty/driver-store.ts';
import { clearRides } from '../../store/ride-store.ts';
import { DriveView } from '../drive-view.tsx';

/** An open request. */
export const offer = buildOffer({ scheduledDate: '2031-11-20' });

/** The accepted ride, with its driver on the way, and at the pickup. */
export const accepted = buildDriverRide({ ...offer, version: offer.version + 1 });
export const onTheWay = { ...accepted, enRouteAt: '2031-11-20T02:14:00.000Z' };
export const atPickup = { ...onTheWay, arrivedAt: '2031-11-20T02:20:00.000Z' };

/** The API call that accepts the request and moves the ride. */
export const ACCEPT = `PATCH /api/rides/${offer.id}/status`;

/** The API call that reads the driver's rides. */
export const OWN_RIDES = `GET /api/rides/driver/${DRIVER_ID}`;

/** The completion quote of a point-to-point ride. */
export const WHOLE: CompletionQuote = {
  paidCents: 15_982,
  fareCents: 15_982,
  baseCents: 10_625,
  gratuityCents: 2_438,
  waitingCents: 0,
  usedHours: null,
  byHours: [],
};

/** The texts read aloud so far. */
export const spoken: string[] = [];

class Utterance {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Mocks the voices of the browser. */
export const giveVoices = (voices: { lang: string }[]) =>
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => voices,
    speak: ({ text }: Utterance) => spoken.push(text),
    cancel() {},
  });

/** The pitches of the notes played so far, in hertz. */
export const playedPitches: number[] = [];

/** The pitch of the sound that announces a lost ride, in hertz. */
export const LOST_PITCH = 330;

/** Mocks a browser that plays sound after a press. Notes are recorded in `playedPitches`. */
export function giveSound(): void {
  playedPitches.length = 0;
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'running';
      readonly currentTime = 0;
      async resume() {}
      createOscillator() {
        const frequency = { value: 0 };
        const start = () => void playedPitches.push(frequency.value);
        return { frequency, connect: <T,>(to: T) => to, start, stop() {} };
      }
      createGain() {
        const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} };
        return { gain, connect() {} };
      }
    },
  );
}

/** Opens the Drive view with these API replies; by default without offers and rides. */
export async function openDriveView(replies: ApiReplies = {}) {
  const onLeave = vi.fn();
  const calls = await answerApi({
    'GET /api/rides/available/all': [200, []],
    'GET /api/driver': [200, buildOwnDriver()],
    [OWN_RIDES]: [200, []],
    ...replies,
  });
  render(
    <MemoryRouter>
      <main id="main" tabIndex={-1}>
        <DriveView driverId={DRIVER_ID} onLeave={onLeave} />
      </main>
    </MemoryRouter>,
  );
  await waitFor(() => expect(screen.queryByText('Loading rides...')).toBeNull());
  return { calls, onLeave };
}

/** Resets the stores and mocks, with a connection, sound and an English voice. Called before each test. */
export function setUpDriveView(): void {
  clearRides();
  receiveDriver(null);
  setConnection('live');
  useToastStore.setState({ newest: null });
  useAlertSettings.setState({ reads: true, rings: true, readsOnlyFitting: true, volume: 70 });
  spoken.length = 0;
  giveVoices([{ lang: 'en-US' }]);
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly state = 'suspended';
      async resume() {}
    },
  );
}

/** Waits until a button that appeared by itself accepts presses. */
export const settledButton = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  return button;
};
