import { create } from 'zustand';
import type { Alert } from '#common/alerts/alert.ts';
import { alertPath } from '#common/alerts/alert-advice.ts';
import type { StaffRole } from '#common/users/user.ts';
import { showToast, type ToastAction, useToastStore } from '#web/components/ui/toast.ts';
import { announce } from '#web/lib/announce.ts';
import { readStored, writeStored } from '#web/lib/browser-storage.ts';
import { playAlert } from '#web/lib/play-alert.ts';
import { writeRideAddress } from '../ride/ride-address.ts';
import { alertLabel, NEEDS_DRIVER } from './alert-groups.ts';

const KEY = 'ops-ring';

/** Whether a new alert plays a sound. Stored in this browser; off by default. */
export const useRing = create<{ isOn: boolean }>(() => ({ isOn: readStored(KEY) === 'on' }));

/** Switches the sound for new alerts on or off. */
export function setRing(isOn: boolean): void {
  writeStored(KEY, isOn ? 'on' : 'off');
  useRing.setState({ isOn });
}

/**
 * Notifies of alerts that have just opened, on any page of the console: with a screen reader announcement and
 * a toast, and with a sound if that is switched on.
 */
export function alertsArrived(alerts: readonly Alert[], role: StaffRole): void {
  const [first] = alerts;
  if (!first) return;
  const texts =
    alerts.length > NAMED
      ? [`${alerts.length} new alerts: ${namesOf(alerts)}`]
      : alerts.map((alert) => `${alertLabel(alert)}: ${aboutOf(alert)}`);
  announce(texts.join(' '));
  if (alerts.length === 1) notify(alertLabel(first), aboutOf(first), leadTo(first, role));
  else notify(`${alerts.length} new alerts`, namesOf(alerts), { to: '/ops', label: 'Show' });
  if (useRing.getState().isOn) playAlert();
}

/** Shows a toast, unless it would replace one with a button such as Undo that the user may need. */
function notify(title: string, description: string, action?: ToastAction): void {
  const shown = useToastStore.getState().newest?.action;
  if (!shown || 'to' in shown) showToast({ kind: 'notice', title, description, action });
}

const aboutOf = ({ subject, text }: Alert): string => `${subject.name}. ${text}`;

/** How many alerts are announced in full, and how many names are listed, before the rest are only counted. */
const NAMED = 3;

function namesOf(alerts: readonly Alert[]): string {
  const names = [...new Set(alerts.map(({ subject }) => subject.name))];
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}

/**
 * Link to the alert's ride beside the board with its current filters, with the driver palette open if
 * assigning resolves the alert. For other subjects, a link to their page, if this role may open it.
 */
function leadTo({ kind, subject }: Alert, role: StaffRole): ToastAction | undefined {
  const path = alertPath(subject, role);
  if (subject.kind !== 'ride') return path === null ? undefined : { to: path, label: 'Open' };
  const isAssign = NEEDS_DRIVER.includes(kind);
  const here = new URLSearchParams(window.location.pathname === BOARD ? window.location.search : '');
  const search = writeRideAddress(here, { rideId: subject.id, action: isAssign ? 'assign' : null });
  return { to: `${BOARD}?${search}`, label: isAssign ? 'Assign' : 'Open' };
}

const BOARD = '/ops';
