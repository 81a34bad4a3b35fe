import { useNavigate } from 'react-router-dom';
import { DriveView } from '#web/features/rides/drive-view/drive-view.tsx';
import { PageMeta } from '#web/lib/page-meta.tsx';
import { RoleGate } from '../role-gate.tsx';

/** The driver's screen while driving: full window, always dark. */
export function DriveViewPage() {
  const navigate = useNavigate();

  return (
    <div className="drive dark">
      <PageMeta title="Drive view" />
      <RoleGate only="driver">
        {(driver) => <DriveView driverId={driver.id} onLeave={() => void navigate('/driver')} />}
      </RoleGate>
    </div>
  );
}
