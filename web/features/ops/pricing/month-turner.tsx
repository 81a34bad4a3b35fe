import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { OPS_CONTROL } from '../ops-control.ts';
import { monthName, shiftMonth } from './month-days.ts';

interface MonthTurnerProps {
  /** YYYY-MM. */
  month: string;
  onTurn: (month: string) => void;
  onToday: () => void;
}

/** The name of the displayed month, with buttons to the months around it and to today. */
export const MonthTurner = ({ month, onTurn, onToday }: MonthTurnerProps) => (
  <div className="mb-3 flex items-center gap-2">
    <h2 aria-live="polite" className="display mr-auto text-28">
      {monthName(month)}
    </h2>
    <Turn label="Previous month" Icon={ChevronLeft} onTurn={() => onTurn(shiftMonth(month, -1))} />
    <Turn label="Next month" Icon={ChevronRight} onTurn={() => onTurn(shiftMonth(month, 1))} />
    <Button variant="outline" className={`${OPS_CONTROL} px-4!`} onClick={onToday}>
      Today
    </Button>
  </div>
);

const Turn = ({ label, Icon, onTurn }: { label: string; Icon: LucideIcon; onTurn: () => void }) => (
  <Button variant="outline" aria-label={label} className={`${OPS_CONTROL} px-2.5!`} onClick={onTurn}>
    <Icon aria-hidden size={18} />
  </Button>
);
