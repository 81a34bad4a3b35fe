import './drive-view.css';
import clsx from 'clsx';
import { AudioLines, Volume2, VolumeX, X } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type ReactNode, type Ref, useEffect, useState } from 'react';
import { formatTime } from '#common/time.ts';
import { useOutage } from '#web/components/list-status.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { useAlertSettings } from '../alerts/alert-settings.ts';
import type { Command, Commands } from './drive-commands.tsx';

export interface DriveFrameProps {
  /** Shown at the top left. By default the time, or a notice while the connection is down. */
  mark?: ReactNode;
  commands: Commands;
  mainButton: Ref<HTMLButtonElement>;
  /** A command is in flight. Its button shows the pending label. */
  isPending: boolean;
  /** The main button has just appeared by itself, and ignores presses for a moment. */
  isUnsettled: boolean;
  /** The error of the last action on this screen. */
  problem: string | null;
  onSound: () => void;
  onLeave: () => void;
  /** A keypad, shown above the buttons. */
  pad?: ReactNode;
  children: ReactNode;
}

/** The frame of each screen: mark, sound and close buttons, content, and commands. */
export function DriveFrame({ mark, commands, mainButton, problem, pad, children, ...rest }: DriveFrameProps) {
  const { isPending, isUnsettled, onSound, onLeave } = rest;
  const { main, more } = commands;
  return (
    <div className="drive-frame">
      <header className="flex items-center [grid-area:top]">
        <div className="min-w-0 flex-1 truncate">{mark ?? <StateMark />}</div>
        <SoundButton onSound={onSound} />
        <button type="button" aria-label="Leave" className="drive-icon" onClick={onLeave}>
          <X aria-hidden size={32} />
        </button>
      </header>
      <div className="drive-content">
        {children}
        {problem && <p className="sticky -bottom-1 bg-bg pt-3 font-medium text-danger">{problem}</p>}
      </div>
      <div className="drive-commands">
        {pad}
        {main && (
          <CommandButton
            ref={mainButton}
            command={main}
            className={clsx('drive-main', !main.isOutline && 'drive-gold')}
            isPending={isPending}
            isUnsettled={isUnsettled}
          />
        )}
        {more.map(
          (command) =>
            command && <CommandButton key={command.label} command={command} isPending={isPending} />,
        )}
      </div>
    </div>
  );
}

/** The live indicator with the time, or a notice while the connection is down. */
export function StateMark() {
  const now = useNow();
  const { isDown } = useOutage();
  if (isDown)
    return (
      <span className="flex items-center gap-3 font-medium text-warn">
        <span aria-hidden className="size-5 shrink-0 rounded-full border-[3px] border-warn" />
        Reconnecting…
      </span>
    );
  return (
    <span className="figures flex items-center gap-4">
      <span aria-hidden className="m-1 size-3 shrink-0 rounded-full bg-ok ring-6 ring-ok/20" />
      {formatTime(now)}
    </span>
  );
}

/** The mark of a request, unless the connection is down. */
export function RequestMark() {
  const { isDown } = useOutage();
  const { reads } = useAlertSettings();
  if (isDown) return <StateMark />;
  return (
    <span className="flex items-center gap-3 font-medium text-gold-ink">
      New request
      {reads && <AudioLines aria-hidden size={28} className="shrink-0" />}
    </span>
  );
}

function SoundButton({ onSound }: { onSound: () => void }) {
  const { volume } = useAlertSettings();
  const Icon = volume === 0 ? VolumeX : Volume2;
  return (
    <button type="button" aria-label="Sound" className="drive-icon" onClick={onSound}>
      <Icon aria-hidden size={32} />
    </button>
  );
}

interface CommandButtonProps {
  ref?: Ref<HTMLButtonElement>;
  command: Command;
  className?: string;
  isPending: boolean;
  isUnsettled?: boolean;
}

function CommandButton({ ref, command, className, isPending, isUnsettled = false }: CommandButtonProps) {
  const { label, pendingLabel, shortcut, icon, isIconOnly, untilMs, run, href } = command;
  const look = clsx('drive-button', isIconOnly && 'drive-button-icon', className);
  if (href) {
    const isElsewhere = href.startsWith('https:');
    return (
      <a
        href={href}
        className={look}
        aria-label={isIconOnly && label}
        {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
      >
        {icon}
        {!isIconOnly && <span className="min-w-0">{label}</span>}
      </a>
    );
  }
  const isBlocked = isPending || isUnsettled;
  // Ignores the second click of a double click, which would apply to the next screen.
  const handleClick = ({ detail }: MouseEvent) => {
    if (!isBlocked && detail <= 1) run?.();
  };
  return (
    <button
      ref={ref}
      type="button"
      className={clsx(look, isUnsettled && 'drive-sudden')}
      aria-disabled={isBlocked || undefined}
      aria-keyshortcuts={shortcut}
      onClick={handleClick}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      {!isPending && icon}
      <span className="min-w-0">{isPending && pendingLabel ? pendingLabel : label}</span>
      {untilMs !== undefined && !isPending && <SecondsUntil untilMs={untilMs} />}
      {shortcut && !isPending && (
        <kbd aria-hidden className="drive-key pointer-coarse:hidden">
          {shortcut}
        </kbd>
      )}
    </button>
  );
}

/** The remaining seconds. Hidden from screen readers. */
function SecondsUntil({ untilMs }: { untilMs: number }) {
  const secondsLeft = () => Math.max(0, Math.round((untilMs - Date.now()) / 1_000));
  const [left, setLeft] = useState(secondsLeft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts only when `untilMs` changes
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 1_000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return (
    <span aria-hidden className="figures min-w-[1ch]">
      {left}
    </span>
  );
}

interface FigureProps {
  /** Maximum font size in rem. */
  size: number;
  className?: string;
  children: string;
}

/** Shorter texts are sized as if they had this many characters. */
const FEWEST_CHARACTERS = 4;

/** A short text such as an amount or a time, as large as fits on one line. */
export function Figure({ size, className, children }: FigureProps) {
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    '--size': `${size}rem`,
    '--length': Math.max(FEWEST_CHARACTERS, children.length),
  };
  return (
    <span className={clsx('drive-figure', className)} style={style}>
      {children}
    </span>
  );
}

/** Names longer than this many characters are set smaller, in at most two lines. */
const LONG_PLACE = 20;

/** A pickup or drop-off place. */
export const Place = ({ className, children }: { className?: string; children: string }) => (
  <span className={clsx('drive-place block', children.length > LONG_PLACE && 'drive-place-long', className)}>
    {children}
  </span>
);

interface StepButtonProps {
  label: string;
  /** There is no further step in this direction. */
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A large button that raises or lowers the figure next to it. */
export const StepButton = ({ label, isOff, onPress, children }: StepButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    className="drive-button drive-step"
    onClick={onPress}
  >
    {children}
  </button>
);
