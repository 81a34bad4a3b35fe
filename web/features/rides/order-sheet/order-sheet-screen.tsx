import { Printer } from 'lucide-react';
import type { OrderSheet } from '#common/rides/order-sheet-api.ts';
import { Button } from '#web/components/ui/button.tsx';
import { FailedState } from '#web/components/ui/failed-state.tsx';
import { LoadingLine } from '#web/components/ui/loading-line.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { messageOf } from '#web/lib/message-of.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import type { RenderRideVehicle } from '../ride-card/ride-card.tsx';
import { CharterOrder } from './charter-order.tsx';

interface OrderSheetScreenProps {
  read: (signal: AbortSignal) => Promise<OrderSheet>;
  renderVehicle: RenderRideVehicle;
}

/** The charter order of a ride as printed: one US Letter page. On a phone its parts are stacked. */
export function OrderSheetScreen({ read, renderVehicle }: OrderSheetScreenProps) {
  const { state, reload } = useLoaded(read);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4 pb-8 print:hidden">
        <PageHeading size="screen" title="Order sheet" className="mb-0!" />
        {state.phase === 'loaded' && (
          <Button onClick={() => window.print()}>
            <Printer aria-hidden size={18} strokeWidth={1.75} />
            Print
          </Button>
        )}
      </div>
      {state.phase === 'loading' && <LoadingLine label="Loading the order sheet..." />}
      {state.phase === 'failed' && (
        <FailedState
          title="We couldn't load this order sheet"
          text={messageOf(state.error)}
          onRetry={reload}
        />
      )}
      {state.phase === 'loaded' && <CharterOrder sheet={state.value} renderVehicle={renderVehicle} />}
    </>
  );
}
