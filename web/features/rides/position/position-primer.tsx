import { type LucideIcon, NavigationOff, Route, TimerOff, View } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';

interface PositionPrimerProps {
  /** The rider's first name. */
  name: string;
  onShare: () => void;
  onRefuse: () => void;
}

/** Explains once who will see the position, before the browser requests permission. */
export function PositionPrimer({ name, onShare, onRefuse }: PositionPrimerProps) {
  const points: [LucideIcon, string][] = [
    [View, `${name}, whoever ${name} shares the trip with, and dispatch see your car.`],
    [Route, 'Only from “I’m on my way” until the ride is completed.'],
    [TimerOff, 'The last place is forgotten after ten minutes.'],
    [NavigationOff, 'You can stop at any time. The ride goes on.'],
  ];
  return (
    <Dialog isOpen onClose={onRefuse} title={`Let ${name} see you come?`}>
      <ul className="grid gap-4">
        {points.map(([Icon, text]) => (
          <li key={text} className="flex gap-4">
            <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-gold" />
            {text}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-3">
        <Button className="min-h-12" onClick={onShare}>
          Share my position
        </Button>
        <Button variant="outline" className="min-h-12" onClick={onRefuse}>
          Not on this ride
        </Button>
      </div>
    </Dialog>
  );
}
