import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { create } from 'zustand';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';

const KEY = 'ops-keys';

/** Whether single keys do something; kept in this browser, on until switched off (WCAG 2.1.4). */
export const useKeysSetting = create<{ isOn: boolean }>(() => ({ isOn: readStored(KEY) !== 'off' }));

/** Switches single keys on or off. */
export function setKeys(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
  useKeysSetting.setState({ isOn });
}

/** Put it on a list, its filters or a drawer, in which the console's keys work. */
export const KEYS_REGION = { 'data-ops-keys': true } as const;

/** Nothing has the focus, or something within a list, its filters or a drawer has that is not typed into. */
function isFree({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return true;
  if (target.closest('input, textarea, select, [contenteditable]')) return false;
  // What has dropped down has keys of its own: Escape closes it, and nothing else.
  const panel = document.getElementById(target.getAttribute('popovertarget') ?? '');
  if (target.closest('[popover]') || panel?.matches(':popover-open')) return false;
  const isNowhere = target === document.body || target.id === 'main' || target === document.documentElement;
  return isNowhere || target.closest('[data-ops-keys]') !== null;
}

/**
 * A key of the console while the component is on screen: `j`, `g>r` for one after another, `j,arrowdown` for either. It works
 * only with the focus on a list or nowhere, and can be switched off with all others.
 */
export function useOpsKey(keys: string, act: (event: KeyboardEvent) => void, isEnabled = true): void {
  const isOn = useKeysSetting((setting) => setting.isOn);
  // Which keys these signs need differs between keyboards.
  const isSign = keys === '?' || keys === '/';
  useHotkeys(keys, act, {
    enabled: isOn && isEnabled,
    useKey: true,
    ignoreModifiers: isSign,
    ignoreEventWhen: (event) => !isFree(event),
    preventDefault: true,
  });
}

/** For a text area, in which Enter is a new line: with Ctrl or ⌘ it sends. Spread it on the area. */
export const sendKey = (send: () => void) => ({
  onKeyDown: (event: ReactKeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  },
});
