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
    takeBack: 'Retirar',
    takenBack: 'La invitación ya no sirve.',
    until: (date) => `hasta ${date}`,
    signOut: 'Cerrar todas sus sesiones',
    remove: 'Quitar',
    removeTitle: (name) => `¿Quitar a ${name}?`,
    removeHint:
      'Se cierra su sesión y ya no podrá ver ni hacer nada aquí. Las invitaciones que recibió o envió dejan de servir. Puedes volver a invitarle.',
    changed: 'Guardado.',
    roleOf: (name) => `Rol de ${name}`,
    you: 'tú',
  },
  roleHints: {
    owner: 'todo, y quién puede entrar',
    finance: 'devuelve dinero, hace y aprueba pagos a terceros, pide liquidaciones',
    developer: 've los pagos; crea claves y configura los avisos',
    viewer: 've pagos, pagos a terceros y saldos; no cambia nada',
    operator: 'lleva la instalación, ve todos los comercios, devuelve dinero',
    approver: 'aprueba pagos a terceros; no ve los pagos',
    auditor: 've comercios, personas y el registro; no cambia nada',
    administrator: 'lleva la instalación y decide quién puede entrar',
  },
};
