import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { announce } from '#web/lib/announce.ts';
import { useFastDetection } from '#web/lib/fast-detection.ts';
import { playSound, useSound } from '#web/lib/play-alert.ts';
import { loadVoices, speak, stopSpeaking } from '#web/lib/speak.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { changeVolume, setAlert, useAlertSettings } from '../alerts/alert-settings.ts';
import { useNavigationApp } from '../driver/navigation-apps.ts';
import { useHasPassed, waitOf } from '../driver/waiting-clock.tsx';
import { useSharing } from '../position/follow-sharing.ts';
import { HoursScreen } from './complete-screens.tsx';
import { type Command, commandsOf } from './drive-commands.tsx';
import { type Cue, type CueTime, cueOf, readingOf, screenKey } from './drive-cues.ts';
import { DriveFrame, RequestMark } from './drive-frame.tsx';
import type { DriveScreen } from './drive-machine.ts';
import { ScreenContent } from './drive-screens.tsx';
import { PinScreen } from './pin-screen.tsx';
import { PositionScreen, SeenMark } from './position-screen.tsx';
import { SoundScreen } from './sound-screen.tsx';
import { useDrive } from './use-drive.ts';
import { useDriveKeys } from './use-drive-keys.ts';

interface DriveViewProps {
  driverId: string;
  /** Returns to the board. */
  onLeave: () => void;
}

/**
 * The view for a driver at the wheel: one thing on screen at a time, one large button, sounds and speech, and
 * keyboard shortcuts. Shows the same live rides and offers as the board.
 */
export function DriveView({ driverId, onLeave }: DriveViewProps) {
  const { screen, actions, isPending, problem, undo } = useDrive(driverId);
  const underWay = useSharing(driverId);
  const [opened, setOpened] = useState<'sound' | 'position' | null>(null);
  const now = useNow();
  const app = useNavigationApp();
  const isWaitOver = useHasPassed(screen.name === 'clock' ? (waitOf(screen.ride)?.noShowFrom ?? null) : null);
  const commands = commandsOf(screen, { actions, driverId, app, isWaitOver, undo, onLeave });
  const isUnsettled = useIsSudden(screenKey(screen), commands.main?.isSudden ?? false);
  const mainButton = useFocusMain(screenKey(screen), opened);
  const alert = useCues(screen, problem, { now, undo });
  useWakeLock();
  useFastDetection();
  useSound();
  useEffect(() => {
    loadVoices();
    return stopSpeaking;
  }, []);

  const press = (command: Command | null) => (isPending || isUnsettled ? undefined : command?.run);
  const readOut = () => speak(readingOf(screen, { now, undo }), useAlertSettings.getState().volume);
  const shortcuts = Object.fromEntries(
    [commands.main, ...commands.more].flatMap((command) =>
      command?.shortcut ? [[command.shortcut, press(command)]] : [],
    ),
  );
  const sound = {
    '+': () => changeVolume(1),
    '=': () => changeVolume(1),
    '-': () => changeVolume(-1),
    '−': () => changeVolume(-1),
    M: () => setAlert('reads', !useAlertSettings.getState().reads),
  };
  useDriveKeys(
    opened
      ? { ...(opened === 'sound' && sound), Escape: () => setOpened(null) }
      : { H: readOut, R: readOut, ...sound, ...shortcuts, ' ': press(commands.main), Escape: onLeave },
  );

  const frame = {
    mark:
      screen.name === 'request' ? (
        <RequestMark />
      ) : (
        underWay && <SeenMark ride={underWay} onOpen={() => setOpened('position')} />
      ),
    commands,
    mainButton,
    isPending,
    isUnsettled,
    problem,
    onSound: () => setOpened('sound'),
    onLeave,
  };
  const isOver = opened === 'sound' || (opened === 'position' && underWay !== null);
  const question = screen.name === 'question' ? screen.question : null;
  const pin = question?.kind === 'pin' ? question : null;
  const hours = question?.kind === 'complete' && !question.isSettled ? question : null;

  return (
    <>
      <h1 className="sr-only">Drive view</h1>
      <p role="alert" className="sr-only">
        {alert}
      </p>
      {opened === 'sound' && <SoundScreen onDone={() => setOpened(null)} />}
      {opened === 'position' && underWay && (
        <PositionScreen ride={underWay} driverId={driverId} frame={frame} onDone={() => setOpened(null)} />
      )}
      {!isOver && pin && (
        <PinScreen
          key={screenKey(screen)}
          {...frame}
          question={pin}
          onPin={(digits) =>
            actions.move(pin.rideId, 'in_progress', {
              pin: digits,
              ...(pin.isEarly && { confirmEarly: true }),
            })
          }
        />
      )}
      {!isOver && hours && (
        <HoursScreen
          key={screenKey(screen)}
          {...frame}
          question={hours}
          ride={screen.name === 'question' ? screen.ride : null}
          onChange={(changed) => actions.send({ type: 'ask', question: changed })}
        />
      )}
      {!isOver && !pin && !hours && (
        <DriveFrame key={screenKey(screen)} {...frame}>
          <ScreenContent screen={screen} />
        </DriveFrame>
      )}
    </>
  );
}

/**
 * How long the main button of a screen that appeared by itself ignores presses, in milliseconds: the driver
 * may have meant another button.
 */
const SUDDEN_MS = 600;

function useIsSudden(key: string, isSudden: boolean): boolean {
  const [settledKey, setSettledKey] = useState<string | null>(null);
  useEffect(() => {
    if (!isSudden) return;
    const timer = setTimeout(() => setSettledKey(key), SUDDEN_MS);
    return () => {
      clearTimeout(timer);
      setSettledKey(null);
    };
  }, [key, isSudden]);
  return isSudden && settledKey !== key;
}

/** Focuses the main button of a new screen, unless the focused element still exists. */
function useFocusMain(key: string, opened: string | null) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per screen
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.id === 'main';
    if (isLost) button.current?.focus({ preventScroll: true });
  }, [key, opened]);
  return button;
}

/** Announces each new screen, with sound and speech. @returns the text of an assertive announcement */
function useCues(screen: DriveScreen, problem: string | null, at: CueTime): string | null {
  const key = screenKey(screen);
  const cue = cueOf(screen, at);
  const overlaps = screen.name === 'request' && screen.overlap.kind === 'overlaps' && !screen.isHearing;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per screen, not for each minute or version
  useEffect(() => {
    if (cue) give(cue, overlaps);
    else stopSpeaking();
  }, [key]);

  useEffect(() => {
    if (problem) give({ text: problem, isAssertive: true, spoken: problem, sound: 'failed' }, false);
  }, [problem]);

  return problem ?? (cue?.isAssertive ? cue.text : null);
}

/**
 * Plays, reads and announces a cue by the driver's settings. An overlapping request may be rung but not read.
 */
function give({ text, isAssertive, spoken, sound }: Cue, isOverlap: boolean): void {
  const { rings, reads, readsOnlyFitting, volume } = useAlertSettings.getState();
  if (sound && (rings || sound !== 'new')) playSound(sound, volume);
  if (spoken && reads && !(isOverlap && readsOnlyFitting)) speak(spoken, volume);
  else stopSpeaking();
  if (!isAssertive) announce(text);
}
