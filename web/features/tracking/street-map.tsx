import clsx from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { TileLayer } from 'react-leaflet';
import { create } from 'zustand';
import { Button } from '#web/components/ui/button.tsx';
import { readStored, removeStored, writeStored } from '#web/lib/browser-storage.ts';
import { useConfig } from '#web/lib/use-config.ts';

/** Key in localStorage: whether the user allows requests to the tile server. */
const KEY = 'street-map';
const SHOWN = 'shown';

/** Shared by all maps of the page, and stored. */
const useStreetMap = create(() => ({ isShown: readStored(KEY) === SHOWN }));

function showStreetMap(isShown: boolean): void {
  if (isShown) writeStored(KEY, SHOWN);
  else removeStored(KEY);
  useStreetMap.setState({ isShown });
}

const OSM = '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors';

/** The tiles of a map, on request only, because the tile server learns who views which place. */
export function StreetTiles() {
  const tileUrl = useConfig()?.mapTileUrl;
  const { isShown } = useStreetMap();
  return isShown && tileUrl ? (
    <TileLayer url={tileUrl} attribution={OSM} referrerPolicy="strict-origin" />
  ) : null;
}

/** Button that shows or hides the tiles on every map in this browser, and names the server they come from. */
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

/** The host of a tile URL: `https://{s}.tile.example/{z}/{x}/{y}.png` → `tile.example`. */
const hostOf = (tileUrl: string): string => new URL(tileUrl.replace('{s}.', '')).host;
