import type { DoorTexts } from './en.ts';

export const es: DoorTexts = {
  signIn: {
    title: 'Entrar',
    email: 'Correo electrónico',
    password: 'Contraseña',
    submit: 'Entrar',
    byPasskey: 'Entrar con una llave de acceso',
    noPasskey: 'No se usó ninguna llave. Inténtalo de nuevo o usa tu contraseña.',
    forgot: 'Olvidé mi contraseña',
    codeTitle: 'Un paso más',
    codeHint: 'Escribe los seis dígitos de tu aplicación de autenticación, o uno de tus códigos de respaldo.',
    code: 'Código',
    confirm: 'Continuar',
    back: 'Volver a entrar',
  },
  reset: {
    title: 'Contraseña olvidada',
    hint: 'Te enviamos un enlace para elegir una contraseña nueva.',
    submit: 'Enviarme un enlace',
    sent: 'Si hay una cuenta con este correo, el mensaje va en camino. Revisa tu buzón.',
  },
  link: {
    invitation: 'Tienes una invitación',
    invitationTo: (place, role) => `A ${place}, como ${role}.`,
    installation: 'toda la instalación',
    reset: 'Elige una contraseña nueva',
    name: 'Tu nombre',
    password: 'Contraseña nueva',
    passwordHint: 'Al menos 12 caracteres. Lo mejor es una frase que solo tú sepas.',
    accept: 'Aceptar',
    save: 'Guardar la contraseña',
    spent: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    done: 'Listo. Ahora entra.',
  },
};
