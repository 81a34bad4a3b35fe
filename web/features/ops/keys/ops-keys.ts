import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

const KEY = 'ops-keys';

/** Whether single-key shortcuts are enabled. Stored in this browser; on by default (WCAG 2.1.4). */
export const useKeysSetting = create<{ isOn: boolean }>(() => ({ isOn: readStored(KEY) !== 'off' }));

/** Enables or disables single-key shortcuts. */
export function setKeys(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
  useKeysSetting.setState({ isOn });
}

/** Attribute of a list, filter bar or drawer in which the console's shortcuts work. */
export const KEYS_REGION = { 'data-ops-keys': true } as const;

/** Whether shortcuts may act: nothing has focus, or an element in a `KEYS_REGION` that takes no text. */
function isFree({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('input, textarea, select, [contenteditable]')) return false;
  // An open popover has its own keys: Escape closes it, and does nothing else.
  const panel = document.getElementById(target.getAttribute('popovertarget') ?? '');
  if (target.closest('[popover]') || panel?.matches(':popover-open')) return false;
  const isNowhere = target === document.body || target.id === 'main' || target === document.documentElement;
  return isNowhere || target.closest('[data-ops-keys]') !== null;
}

/**
 * Registers a console shortcut while the component is mounted: `j`, `g>r` for a sequence, `j,arrowdown` for
 * alternatives. It works only while focus is in a `KEYS_REGION` or nowhere, and the user can disable all
 * shortcuts.
 */
export function useOpsKey(keys: string, act: (event: KeyboardEvent) => void, isEnabled = true): void {
  const isOn = useKeysSetting((setting) => setting.isOn);
  // Which modifiers produce these characters depends on the keyboard layout.
  const isSign = keys === '?' || keys === '/';
  useHotkeys(keys, act, {
    enabled: isOn && isEnabled,
    useKey: true,
    ignoreModifiers: isSign,
    ignoreEventWhen: (event) => !isFree(event),
    preventDefault: true,
  });
}

/** Props for a text area that submit on Ctrl+Enter or ⌘+Enter; Enter alone inserts a line break. */
export const sendKey = (send: () => void) => ({
  onKeyDown: (event: ReactKeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  },
});
