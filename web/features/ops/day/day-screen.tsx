import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { StaffRide } from '#common/rides/staff-ride.ts';
import { addDays, dateInVegas } from '#common/time.ts';
import { VEHICLES } from '#common/vehicles/catalogue.ts';
import { Button } from '#web/components/ui/button.tsx';
import { DateInput } from '#web/components/ui/date-input.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { LiveMark } from '#web/components/ui/live-mark.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { useConnectionStore } from '#web/lib/connection-store.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useBoardStore } from '../board/board-store.ts';
import { KEYS_REGION } from '../keys/ops-keys.ts';
import { OPS_CONTROL, OPS_SWITCH } from '../ops-control.ts';
import { OpsHeader } from '../ops-header.tsx';
import { actionsFor, mayStart } from '../ride/actions-for.ts';
import { AssignPalette } from '../ride/assign-palette.tsx';
import type { RenderEdit } from '../ride/drawer-foot.tsx';
import { type RenderWhereabouts, RideDrawer } from '../ride/ride-drawer.tsx';
import { useRideKeys } from '../ride/ride-keys.ts';
import { DayGrid } from './day-grid.tsx';
import type { DriverDay } from './day-rows.ts';
import { useDay } from './use-day.ts';
import { useDayAddress, ZOOMS } from './use-day-address.ts';

interface DayScreenProps {
  isAdmin: boolean;
  renderWhereabouts: RenderWhereabouts;
  renderEdit: RenderEdit;
}

/** The day page: drivers as rows, hours as columns, live. Unassigned rides can be assigned here. */
export function DayScreen({ isAdmin, renderWhereabouts, renderEdit }: DayScreenProps) {
  const [address, go] = useDayAddress();
  const { date, hours, vehicle, isDutyOnly, opened } = address;
  const { rideId } = opened;
  const open = useBoardStore(({ rides }) => (rideId === null ? null : (rides[rideId] ?? null)));
  const { state, since } = useConnectionStore();
  const isDown = state === 'reconnecting';
  useRideKeys((action) => {
    if (open && mayStart(action, isDown) && actionsFor(open).includes(action)) go({ do: action });
  }, rideId !== null);
  const { day, error, retry } = useDay(date);
  const now = useNow();
  const [jump, setJump] = useState(0);
  const [assignedId, setAssignedId] = useState<string | null>(null);
  const assigned = useBoardStore(({ rides }) => (assignedId ? (rides[assignedId] ?? null) : null));

  const isShown = ({ driver, details, rides }: DriverDay) =>
    (!isDutyOnly || driver.isOnDuty || rides.length > 0) &&
    (!vehicle ||
      // Shown as well while their vehicles are unknown.
      !details ||
      details.vehicles.some(({ rideType, alsoServes }) => [rideType, ...alsoServes].includes(vehicle)));
  const unassigned = day?.unassigned.filter(({ ride }) => !vehicle || ride.rideType === vehicle) ?? [];

  return (
    // Leaves room for the drawer on wide screens.
    <div {...KEYS_REGION} className={rideId ? '2xl:pr-[45.75rem]' : undefined}>
      <OpsHeader title={dayTitle(date, now)} note={<LiveMark state={state} since={since} shownFrom={null} />}>
        <div className="flex items-center gap-1 max-sm:w-full max-sm:gap-0 [&_.group>span]:whitespace-nowrap [&_.group>span]:text-14">
          <IconButton label="Previous day" onClick={() => go({ date: addDays(date, -1) })}>
            <ChevronLeft aria-hidden size={18} />
          </IconButton>
          <DateInput
            aria-label="Day"
            className={`${OPS_CONTROL} h-11! w-50! max-sm:w-47! xl:pointer-fine:h-9!`}
            value={date}
            onChange={({ target }) => go({ date: target.value })}
          />
          <IconButton label="Next day" onClick={() => go({ date: addDays(date, 1) })}>
            <ChevronRight aria-hidden size={18} />
          </IconButton>
          <Button
            variant="outline"
            className={OPS_CONTROL}
            onClick={() => {
              go({ date: '' });
              setJump((count) => count + 1);
            }}
          >
            Now
          </Button>
        </div>
        <Select
          aria-label="Vehicle"
          className="w-44 text-14 max-sm:hidden [&>select]:h-11 [&>select]:rounded-item [&>select]:text-14 xl:pointer-fine:[&>select]:h-9"
          value={vehicle ?? ''}
          onChange={({ target }) => go({ vehicle: target.value })}
        >
          <option value="">All vehicles</option>
          {VEHICLES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Switch isOn={isDutyOnly} onChange={(isOn) => go({ duty: isOn ? 'on' : '' })} className="mx-2">
          On duty
        </Switch>
        <SegmentedControl
          label="Hours shown"
          className={`${OPS_SWITCH} whitespace-nowrap max-sm:hidden`}
          options={ZOOMS.map((value) => ({ value, label: `${value} h` }))}
          value={hours}
          onChange={(value) => go({ hours: value === 12 ? '' : String(value) })}
        />
      </OpsHeader>
      {!day && error === null && <LoadingLine label="Loading the day..." className="mt-4" />}
      {!day && error !== null && (
        <FailedState title="We couldn’t load the day" text={messageOf(error)} onRetry={retry} />
      )}
      {day && (
        <DayGrid
          unassigned={unassigned}
          rows={day.rows.filter(isShown)}
          window={day.window}
          hours={hours}
          jump={jump}
          now={now}
          openRideId={rideId}
          isDown={!mayStart('assign', isDown)}
          onOpen={(ride: StaffRide) => go({ ride: ride.id, do: '' })}
          onAssign={(ride: StaffRide) => setAssignedId(ride.id)}
        />
      )}
      {assigned && <AssignPalette ride={assigned} onClose={() => setAssignedId(null)} />}
      {rideId && (
        <RideDrawer
          rideId={rideId}
          action={opened.action}
          onAction={(action) => go({ do: action ?? '' })}
          isAdmin={isAdmin}
          renderWhereabouts={renderWhereabouts}
          renderEdit={renderEdit}
          onClose={() => go({ ride: '', do: '' })}
        />
      )}
    </div>
  );
}

/** `Friday 20 November`, with the year if it is not the current one. */
function dayTitle(date: string, now: Date): string {
  const isThisYear = date.slice(0, 4) === dateInVegas(now).slice(0, 4);
  const words = new Date(`${date}T12:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return words.replace(',', '');
}
