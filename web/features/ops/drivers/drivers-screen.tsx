import { ListStatus, StaleBanner } from '#web/components/list-status.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { NoMatch } from '../fleet/no-match.tsx';
import { OpsHeader } from '../ops-header.tsx';
import { OpsTableSkeleton } from '../ops-table.tsx';
import { SearchField } from '../search-field.tsx';
import { ApplicationsList } from './applications-list.tsx';
import {
  DriverFilterBar,
  formatDriverFilters,
  isShown,
  useDriverFilters,
  withChosenFirst,
} from './driver-filters.tsx';
import { DRIVER_TITLES, DriverTable } from './driver-table.tsx';
import { useDriversAtWork } from './use-drivers-at-work.ts';

/** Drivers page: applications to drive, and approved drivers with what they are doing, live. */
export function DriversScreen() {
  const { drivers, asOf, changedAt, failure, retry } = useDriversAtWork();
  const { filters, change, clear } = useDriverFilters();
  const now = useNow();
  const found = drivers
    ?.filter((row) => isShown(row, filters, now))
    .map((row) => withChosenFirst(row, filters));
  const words = formatDriverFilters(filters);
  const search = filters.q ?? '';

  return (
    <>
      <OpsHeader title="Drivers" note={asOf && <ListStatus phase="ready" asOf={asOf} />}>
        {drivers && drivers.length > 0 && (
          <>
            <SearchField
              label="Search drivers"
              placeholder="Name, plate, kind"
              className="flex-1 max-sm:basis-full sm:w-64"
              text={search}
              onSearch={(text) => change('q', text)}
            />
            <DriverFilterBar drivers={drivers} filters={filters} now={now} onChange={change} />
          </>
        )}
      </OpsHeader>
      {asOf && <StaleBanner what="Drivers" asOf={asOf} />}
      <ApplicationsList />
      <div className="mt-8">
        {!drivers && failure === null && (
          <OpsTableSkeleton label="Loading drivers..." titles={DRIVER_TITLES} />
        )}
        {failure !== null && (
          <FailedState title="We couldn't load the drivers" text={messageOf(failure)} onRetry={retry} />
        )}
        {drivers?.length === 0 && (
          <EmptyState
            title="No drivers yet"
            text="Drivers who apply on the Drive page appear here once approved."
          />
        )}
        {drivers && drivers.length > 0 && found?.length === 0 && words === null && (
          <NoMatch title="No driver fits" text={search} onClear={clear} />
        )}
        {drivers && drivers.length > 0 && found?.length === 0 && words !== null && (
          <EmptyState
            title="No driver fits"
            text={search ? `${words}; “${search}”.` : `${words}.`}
            action={
              <Button variant="outline" onClick={clear}>
                Clear filters
              </Button>
            }
          />
        )}
        {found && found.length > 0 && <DriverTable drivers={found} changedAt={changedAt} />}
      </div>
    </>
  );
}
