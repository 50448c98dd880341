import type { PeopleTexts } from './en.ts';

export const es: PeopleTexts = {
  people: {
    title: 'Personas',
    hint: 'Quién puede entrar aquí y qué puede hacer.',
    name: 'Nombre',
    role: 'Rol',
    state: 'Ahora',
    signedIn: (count) =>
      count === 0 ? 'Sin sesión' : count === 1 ? 'Con sesión' : `Con sesión en ${count} lugares`,
    secondFactor: 'con segundo factor',
    invite: 'Invitar a alguien',
    email: 'Correo electrónico',
    send: 'Enviar la invitación',
    sent: 'La invitación está en camino.',
    invited: 'Invitado',
    until: (date) => `hasta ${date}`,
    signOut: 'Cerrar todas sus sesiones',
    remove: 'Quitar',
    removeTitle: (name) => `¿Quitar a ${name}?`,
    removeHint: 'Ya no podrá ver ni hacer nada aquí. Puedes volver a invitarle.',
    changed: 'Guardado.',
    roleOf: (name) => `Rol de ${name}`,
    you: 'tú',
  },
  roleHints: {
    owner: 'todo, y quién puede entrar',
    finance: 've los pagos y devuelve dinero',
    developer: 've los pagos; claves de API y webhooks',
    viewer: 've los pagos',
    operator: 've todos los comercios y devuelve dinero',
    approver: 'aprueba retiros; no ve los pagos',
    auditor: 've todos los comercios y las personas',
    administrator: 've todos los comercios y decide quién puede entrar',
  },
};
