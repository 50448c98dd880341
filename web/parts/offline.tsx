import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../app/language.tsx';

function onChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says that there is no connection, as long as there is none: what is in sight may be old. */
export function Offline() {
  const { common } = useLanguage();
  const isOnline = useSyncExternalStore(onChange, () => navigator.onLine);
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="offline">
          <IconWifiOff size={18} className="row-icon" aria-hidden />
          {common.offline}
        </p>
      )}
    </div>
  );
}
