import clsx from 'clsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { NewRates } from '#common/fares/rates-api.ts';
import { cellAfter, type RatesCell } from './editable-rates.ts';

/** State of editing the rates, one value at a time. */
export interface RatesEditing {
  rates: NewRates;
  /** The rates in effect until these are, for comparison. */
  before: NewRates;
  /** False for rates that have taken effect. */
  isOpen: boolean;
  /** Key of the cell being edited. */
  activeKey: string | null;
  /** Starts editing a cell, or with null stops. */
  goTo: (key: string | null) => void;
  onChange: (rates: NewRates) => void;
}

interface RateCellProps {
  cell: RatesCell;
  editing: RatesEditing;
}

/**
 * A cell of the rates. A click or Enter edits it, Tab moves to the next, Escape discards what was typed.
 * Changed values are gold.
 */
export function RateCell({ cell, editing }: RateCellProps) {
  const { rates, before, isOpen, activeKey, goTo } = editing;
  const button = useRef<HTMLButtonElement>(null);
  const isReturning = useRef(false);
  const isActive = activeKey === cell.key;
  const value = cell.read(rates);
  const isChanged = value !== cell.read(before);
  const look = clsx('figures', isChanged ? 'font-semibold text-gold-ink' : 'font-medium');

  useEffect(() => {
    if (isActive || !isReturning.current) return;
    isReturning.current = false;
    button.current?.focus();
  }, [isActive]);

  if (!isOpen) return <span className={clsx(look, 'block py-1')}>{cell.format(value)}</span>;
  if (isActive) {
    return (
      <RateInput
        cell={cell}
        editing={editing}
        onReturn={() => {
          isReturning.current = true;
          goTo(null);
        }}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      aria-label={`${cell.name}: ${cell.format(value)}${isChanged ? `, was ${cell.format(cell.read(before))}` : ''}`}
      onClick={() => goTo(cell.key)}
      className={clsx(look, BOX, 'border-transparent hover:border-control')}
    >
      {cell.format(value)}
    </button>
  );
}

const BOX =
  '-mr-2 ml-auto flex h-11 w-23 items-center justify-end rounded-item border px-2 text-right xl:pointer-fine:h-7';

interface RateInputProps extends RateCellProps {
  /** Called to stop editing and return focus to the cell. */
  onReturn: () => void;
}

function RateInput({ cell, editing, onReturn }: RateInputProps) {
  const { rates, activeKey, goTo, onChange } = editing;
  const [start] = useState(rates);
  const [text, setText] = useState(() => cell.toText(cell.read(rates)));
  const isInvalid = cell.parse(text) === null;
  const hintId = `limits-${cell.key}`;

  const type = (typed: string) => {
    setText(typed);
    const value = cell.parse(typed);
    // Otherwise the value of a prefix, such as $30 of `300`, would stay.
    onChange(value === null ? start : cell.write(start, value));
  };

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!isInvalid) onReturn();
    } else if (event.key === 'Escape') {
      onChange(start);
      onReturn();
    } else if (event.key === 'Tab') {
      const next = cellAfter(cell.key, event.shiftKey ? -1 : 1);
      if (next === null) return;
      event.preventDefault();
      goTo(next);
    }
  };

  return (
    <span className="relative block">
      <input
        // biome-ignore lint/a11y/noAutofocus: replaces the focused button
        autoFocus
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={cell.name}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? hintId : undefined}
        value={text}
        onFocus={({ target }) => target.select()}
        onBlur={() => activeKey === cell.key && goTo(null)}
        onChange={({ target }) => type(target.value)}
        onKeyDown={handleKeyDown}
        className={clsx(
          'figures outline-none',
          BOX,
          'border-2 bg-surface dark:bg-sunken',
          isInvalid ? 'border-danger' : 'border-gold',
        )}
      />
      {isInvalid && (
        <span
          id={hintId}
          role="alert"
          className="absolute top-full -right-2 z-10 mt-0.5 rounded-item bg-surface px-2 py-0.5 whitespace-nowrap text-12 text-danger shadow-float"
        >
          {cell.limits}
        </span>
      )}
    </span>
  );
}
