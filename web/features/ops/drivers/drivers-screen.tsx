import { useState } from 'react';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { driverMeets } from '../fleet/find-in-fleet.ts';
import { loadDrivers } from '../fleet/load-fleet.ts';
import { NoMatch } from '../fleet/no-match.tsx';
import { OpsHeader } from '../ops-header.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { SearchField } from '../search-field.tsx';
import { ApplicationsList } from './applications-list.tsx';
import { DRIVER_TITLES, DriverTable } from './driver-table.tsx';

/** Drivers page: applications to drive, and approved drivers. */
export function DriversScreen() {
  const { state, reload } = useLoaded(loadDrivers);
  const [search, setSearch] = useState('');
  const drivers = state.phase === 'loaded' ? state.value : null;
  const found = drivers?.filter((driver) => driverMeets(driver, search));

  return (
    <>
      <OpsHeader title="Drivers">
        {drivers && drivers.length > 0 && (
          <SearchField
            label="Search drivers"
            placeholder="Name, plate, kind"
            text={search}
            onSearch={setSearch}
          />
        )}
      </OpsHeader>
      <ApplicationsList />
      <div className="mt-8">
        {state.phase === 'loading' && <OpsTableSkeleton label="Loading drivers..." titles={DRIVER_TITLES} />}
        {state.phase === 'failed' && (
          <FailedState title="We couldn't load the drivers" text={messageOf(state.error)} onRetry={reload} />
        )}
        {drivers?.length === 0 && (
          <EmptyState
            title="No drivers yet"
            text="Drivers who apply on the Drive page appear here once approved."
          />
        )}
        {found?.length === 0 && search !== '' && (
          <NoMatch title="No driver fits" text={search} onClear={() => setSearch('')} />
        )}
        {found && found.length > 0 && <DriverTable drivers={found} />}
      </div>
    </>
  );
}
