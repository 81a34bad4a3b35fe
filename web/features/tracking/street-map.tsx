import clsx from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { TileLayer } from 'react-leaflet';
import { create } from 'zustand';
import { Button } from '#web/components/ui/button.tsx';
import { forgetStored, readStored, writeStored } from '#web/lib/browser-storage.ts';
import { useConfig } from '#web/lib/use-config.ts';

/** Key in localStorage: whether this browser may ask the map's server. */
const KEY = 'street-map';
const SHOWN = 'shown';

/** For all maps of the page, and remembered. */
const useStreetMap = create(() => ({ isShown: readStored(KEY) === SHOWN }));

function showStreetMap(isShown: boolean): void {
  if (isShown) writeStored(KEY, SHOWN);
  else forgetStored(KEY);
  useStreetMap.setState({ isShown });
}

const OSM = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors';

/** The tiles of a map, once somebody asked for them: their server sees who looks at which place. */
export function StreetTiles() {
  const tileUrl = useConfig()?.mapTileUrl;
  const { isShown } = useStreetMap();
  return isShown && tileUrl ? (
    <TileLayer url={tileUrl} attribution={OSM} referrerPolicy="strict-origin" />
  ) : null;
}

/** Shows the tiles on every map of this browser, or no longer, and says where they come from. */
export function StreetMapButton() {
  const tileUrl = useConfig()?.mapTileUrl;
  const { isShown } = useStreetMap();
  if (!tileUrl) return null;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div
      className={clsx(
        'absolute right-3 z-1000 grid justify-items-end gap-1.5',
        isShown ? 'bottom-8' : 'bottom-3',
      )}
    >
      {!isShown && (
        <p className="rounded-full border border-line bg-surface px-3 py-0.5 text-12 text-ink-2">
          Loads from {hostOf(tileUrl)}
        </p>
      )}
      <Button variant="outline" className="bg-surface" onClick={() => showStreetMap(!isShown)}>
        <Icon aria-hidden size={16} />
        {isShown ? 'Hide street map' : 'Show street map'}
      </Button>
    </div>
  );
}

/** `https://{s}.tile.example/{z}/{x}/{y}.png` → `tile.example`. */
const hostOf = (tileUrl: string): string => new URL(tileUrl.replace('{s}.', '')).host;
