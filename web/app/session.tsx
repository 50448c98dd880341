import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Permission } from '../../src/accounts/people/roles.ts';
import { type Answer, call, Refusal } from './api.ts';
import { RegionProvider } from './language.tsx';

export type Me = Answer<'GET /dashboard/api/me'>;
type Place = Me['places'][number];

/** The signed-in person; null: nobody is signed in. */
export function useMe() {
  return useQuery({
    queryKey: ['me'],
    queryFn: async (): Promise<Me | null> => {
      try {
        return await call('GET /dashboard/api/me', {});
      } catch (error) {
        if (error instanceof Refusal && error.status === 401) return null;
        throw error;
      }
    },
  });
}

interface Here {
  me: Me;
  place: Place;
  choose(merchantId: string | null): void;
  may(permission: Permission): boolean;
}

const HereContext = createContext<Here | null>(null);
const key = 'pasarela-place';

/** A link in a mail names the merchant that it is about. */
const named = new URLSearchParams(window.location.search).get('merchant');
if (named !== null) sessionStorage.setItem(key, named);

export function PlaceProvider({ me, children }: { me: Me; children: ReactNode }) {
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(key));
  const queries = useQueryClient();
  const place = me.places.find(({ merchant_id }) => (merchant_id ?? '') === chosen) ?? me.places[0];
  if (!place) return null;
  const choose = (merchantId: string | null): void => {
    sessionStorage.setItem(key, merchantId ?? '');
    setChosen(merchantId ?? '');
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  };
  const may = (permission: Permission): boolean => place.permissions.includes(permission);
  return (
    <HereContext value={{ me, place, choose, may }}>
      <RegionProvider region={place.region}>{children}</RegionProvider>
    </HereContext>
  );
}

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('nobody is signed in here');
  return here;
}
