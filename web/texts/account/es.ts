import type { AccountTexts } from './en.ts';

export const es: AccountTexts = {
  account: {
    title: 'Mi cuenta',
    secondFactor: 'Segundo factor',
    on: 'Activado: cada vez que entras pedimos un código de tu aplicación.',
    off: 'Desactivado. Con una aplicación de autenticación en tu teléfono nadie entra solo con tu contraseña.',
    password: 'Tu contraseña',
    begin: 'Configurarlo',
    scan: 'Escanea esto con tu aplicación y escribe el código que muestra.',
    secret: 'O escribe esto en la aplicación',
    backup:
      'Guarda estos códigos en un lugar seguro. Cada uno te deja entrar una vez si pierdes el teléfono.',
    code: 'Código',
    confirm: 'Activarlo',
    remove: 'Desactivarlo',
  },
};
