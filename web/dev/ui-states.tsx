import { X } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import type { ButtonVariant } from '#web/components/ui/button-class.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { EmptyState } from '#web/components/ui/empty-state.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Initials } from '#web/components/ui/initials.tsx';
import { LiveMark } from '#web/components/ui/live-mark.tsx';
import { LoadAgain } from '#web/components/ui/load-again.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { Popover } from '#web/components/ui/popover.tsx';
import { RouteLine, SectionDivider } from '#web/components/ui/route-line.tsx';
import { RoutePlaces, RoutePlacesSkeleton } from '#web/components/ui/route-places.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { StatusDot } from '#web/components/ui/status-dot.tsx';
import { Table } from '#web/components/ui/table.tsx';
import { TextLink } from '#web/components/ui/text-link.tsx';
import { TierBadge } from '#web/components/ui/tier-badge.tsx';
import { NOW } from '#web/testing/build-ride.ts';
import type { Group } from './specimen.tsx';

const noop = () => {};

const VARIANTS: readonly ButtonVariant[] = ['primary', 'outline', 'quiet'];

/** A button in all its states, in one variant. */
const Buttons = ({ variant }: { variant: ButtonVariant }) => (
  <div className="flex flex-wrap items-center gap-4">
    <Button variant={variant}>Ready</Button>
    <Button variant={variant} size={48}>
      48 px
    </Button>
    <Button variant={variant} size={52}>
      52 px
    </Button>
    <Button variant={variant} isPending pendingLabel="Pending...">
      Ready
    </Button>
    <Button variant={variant} isUnavailable>
      Unavailable
    </Button>
    <Button variant={variant} isLocked>
      Locked
    </Button>
    <Button variant={variant} disabled>
      Disabled
    </Button>
    <ButtonLink variant={variant} to="/">
      Link
    </ButtonLink>
  </div>
);

const RATES = [
  { vehicle: 'Lux Sedan', seats: 3, rate: '$95.00' },
  { vehicle: 'Stretch Limousine for ten', seats: 10, rate: '$165.00' },
];

const RateTable = ({ isOneLine = false }) => (
  <Table
    caption={isOneLine ? 'Rates, one line each' : 'Rates'}
    isOneLine={isOneLine}
    rows={RATES}
    rowKey={({ vehicle }) => vehicle}
    columns={[
      { title: 'Vehicle', cell: ({ vehicle }) => vehicle },
      { title: 'Seats', cell: ({ seats }) => seats, isFigure: true },
      { title: 'Hourly', cell: ({ rate }) => rate, isFigure: true },
    ]}
  />
);

const Menu = () => (
  <Popover trigger="Open menu" triggerClass="min-h-11 px-4" panelClass="p-4">
    <button type="button" className="min-h-11 px-3">
      A choice
    </button>
  </Popover>
);

export const uiStates: Group = {
  title: 'UI',
  specimens: [
    ...VARIANTS.map((variant) => ({
      name: `Button, ${variant}`,
      render: () => <Buttons variant={variant} />,
    })),
    {
      name: 'IconButton',
      render: () => (
        <IconButton label="Close">
          <X aria-hidden size={20} />
        </IconButton>
      ),
    },
    {
      name: 'Disclosure, closed and open',
      render: () => (
        <>
          <Disclosure title="Is a closed one readable?">No.</Disclosure>
          <Disclosure title="Is an open one?" isOpenAtFirst>
            <p className="pb-4">Yes.</p>
          </Disclosure>
        </>
      ),
    },
    { name: 'Popover, closed', render: () => <Menu /> },
    {
      name: 'Popover, open',
      render: () => <Menu />,
      window: { height: 180, press: ['Open menu'], until: 'A choice' },
    },
    { name: 'TextLink', render: () => <TextLink to="/">Forgot your password?</TextLink> },
    { name: 'LoadAgain', render: () => <LoadAgain>The fare did not load.</LoadAgain> },
    {
      name: 'EmptyState',
      render: () => (
        <EmptyState
          title="No active rides"
          text="Book a ride to get started"
          action={<Button>Book a Ride</Button>}
        />
      ),
    },
    {
      name: 'EmptyState, nothing to do',
      render: () => <EmptyState title="No rides available" text="New ride requests will appear here" />,
    },
    {
      name: 'FailedState',
      render: () => (
        <FailedState
          title="We couldn't load your rides"
          text="The server could not be reached."
          onRetry={noop}
        />
      ),
    },
    {
      name: 'LiveMark, each connection',
      render: () => (
        <>
          <LiveMark state="connecting" since={NOW} shownFrom={null} />
          <LiveMark state="live" since={NOW} shownFrom={null} />
          <LiveMark state="reconnecting" since={NOW} shownFrom={null} />
          <LiveMark state="reconnecting" since={NOW} shownFrom={NOW} />
        </>
      ),
    },
    { name: 'LoadingLine', render: () => <LoadingLine label="Loading the map..." /> },
    { name: 'Skeleton', render: () => <Skeleton className="h-12 w-60" /> },
    {
      name: 'PageHeading, page and screen',
      render: () => (
        <>
          <PageHeading title="A page is read" lead="With a lead under its title." />
          <PageHeading size="screen" title="A screen is worked with" />
        </>
      ),
    },
    {
      name: 'RouteLine, each look',
      render: () => (
        <div className="grid max-w-[240px] gap-6">
          <RouteLine />
          <RouteLine size="half" />
          <RouteLine start="ring" end="hollow" isFading />
          <RouteLine start="none" end="none" isMoving />
          <RouteLine direction="vertical" className="h-28" />
        </div>
      ),
    },
    { name: 'SectionDivider', render: () => <SectionDivider /> },
    {
      name: 'RoutePlaces, short, with stops, and long',
      render: () => (
        <div className="grid gap-6">
          <RoutePlaces pickupLocation="Bellagio" dropoffLocation="Caesars Palace" />
          <RoutePlaces
            pickupLocation="Wynn"
            stops={['Fashion Show Mall, 3200 S Las Vegas Blvd', 'Sphere']}
            dropoffLocation="Allegiant Stadium, 3333 Al Davis Way"
          />
          <RoutePlaces
            pickupLocation="Harry Reid International Airport, Terminal 1, 5757 Wayne Newton Blvd, Las Vegas, NV 89119"
            dropoffLocation="AVeryLongNameWithoutAnySpacesThatSomebodyTypedIntoTheBookingForm"
          />
        </div>
      ),
    },
    { name: 'RoutePlaces, loading', render: () => <RoutePlacesSkeleton /> },
    {
      name: 'StatusDot, each tone',
      render: () => (
        <div className="flex flex-wrap gap-6">
          <StatusDot tone="gold">Accepted</StatusDot>
          <StatusDot tone="ok">In progress</StatusDot>
          <StatusDot tone="warn">Awaiting payment</StatusDot>
          <StatusDot tone="muted">Completed</StatusDot>
          <StatusDot tone="muted" isHollow>
            Free
          </StatusDot>
        </div>
      ),
    },
    {
      name: 'TierBadge, each tier',
      render: () => (
        <div className="flex flex-wrap gap-4">
          {['lux-sedan', 'lux-suv', 'xl', 'hovercraft'].map((rideType) => (
            <TierBadge key={rideType} rideType={rideType} />
          ))}
        </div>
      ),
    },
    {
      name: 'Initials, each size',
      render: () => (
        <div className="flex items-center gap-4">
          <Initials name="Alex Morgan" size={32} />
          <Initials name="Sam" />
          <Initials name="Maria del Carmen Lopez" size={64} />
        </div>
      ),
    },
    { name: 'Table', render: () => <RateTable /> },
    { name: 'Table, one line a row', render: () => <RateTable isOneLine /> },
  ],
};
