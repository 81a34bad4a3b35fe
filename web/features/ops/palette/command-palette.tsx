import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useState } from 'react';
import { formatRoute } from '#common/rides/overlap.ts';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { useFocusReturn } from '#web/components/ui/dialog.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { formatBoardPickup } from '../board/format-board-ride.ts';
import { searchRides } from '../board/load-board.ts';

/** A destination of the palette. */
export interface PalettePlace {
  label: string;
  to: string;
}

interface CommandPaletteProps {
  /** Pages of the console, and actions available on every page. */
  places: readonly PalettePlace[];
  onGo: (to: string) => void;
  onClose: () => void;
}

/** Command palette: finds pages and rides by a few letters. */
export function CommandPalette({ places, onGo, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const { rides, phase } = useFoundRides(text.trim());
  const now = useNow();
  const focusReturn = useFocusReturn();
  const found = places.filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()));

  const go = (to: string) => {
    onClose();
    onGo(to);
  };

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 bg-scrim p-4 sm:pt-[12dvh]">
          <Radix.Content
            onCloseAutoFocus={focusReturn.onCloseAutoFocus}
            aria-describedby={undefined}
            className="mx-auto w-full max-w-[600px] rounded-card bg-surface text-ink shadow-float"
          >
            <Radix.Title className="sr-only">Go to</Radix.Title>
            <Command shouldFilter={false} loop label="Go to">
              <div className="flex items-center gap-3 border-line border-b px-4">
                <Search aria-hidden size={18} className="shrink-0 text-ink-2" />
                <Command.Input
                  autoFocus
                  value={text}
                  onValueChange={setText}
                  placeholder="Page, rider, phone or place"
                  className="h-14 w-full bg-transparent outline-none placeholder:text-ink-2"
                />
              </div>
              <Command.List className="max-h-[50dvh] overflow-y-auto p-2">
                {found.length > 0 && (
                  <Command.Group heading="Go to" className={GROUP}>
                    {found.map(({ label, to }) => (
                      <Command.Item key={to} value={to} onSelect={() => go(to)} className={ITEM}>
                        {label}
                      </Command.Item>
                    ))}
                  </Command.Group>
                )}
                {rides.length > 0 && (
                  <Command.Group heading="Rides" className={GROUP}>
                    {rides.map((ride) => (
                      <Command.Item
                        key={ride.id}
                        value={ride.id}
                        onSelect={() => go(`/ops?ride=${ride.id}`)}
                        className={ITEM}
                      >
                        <span className="min-w-0">
                          <span className="block truncate font-medium">{ride.customerName}</span>
                          <span className="block truncate text-14 text-ink-2">{formatRoute(ride)}</span>
                        </span>
                        <span className="figures ml-auto shrink-0 text-14">
                          {formatBoardPickup(ride, now).time}
                        </span>
                      </Command.Item>
                    ))}
                  </Command.Group>
                )}
                <p role="status" className="px-3 text-14 text-ink-2 not-empty:py-3">
                  {textOf(phase, found.length + rides.length)}
                </p>
              </Command.List>
            </Command>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-2';
const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-4 rounded-item px-3 py-1.5 data-[selected=true]:bg-sunken';

function textOf(phase: Found['phase'], count: number): string | null {
  if (phase === 'searching') return 'Searching rides...';
  if (phase === 'failed') return 'We couldn’t search the rides.';
  return count === 0 ? 'No matches.' : null;
}

/** Maximum number of rides shown. */
const SHOWN = 12;
/** Rides are searched once at least this many letters are typed, debounced by `REST_MS` milliseconds. */
const LETTERS = 2;
const REST_MS = 250;

interface Found {
  rides: readonly StaffRide[];
  phase: 'idle' | 'searching' | 'failed';
}

const NOTHING: Found = { rides: [], phase: 'idle' };

function useFoundRides(text: string): Found {
  const [found, setFound] = useState<Found & { text: string }>({ ...NOTHING, text: '' });
  const isSearch = text.length >= LETTERS;

  useEffect(() => {
    if (!isSearch) return;
    const reading = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const rides = await searchRides(text, reading.signal);
        if (!reading.signal.aborted) setFound({ rides: rides.slice(0, SHOWN), phase: 'idle', text });
      } catch {
        if (!reading.signal.aborted) setFound({ rides: [], phase: 'failed', text });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      reading.abort();
    };
  }, [text, isSearch]);

  if (!isSearch) return NOTHING;
  return found.text === text ? found : { rides: found.rides, phase: 'searching' };
}
