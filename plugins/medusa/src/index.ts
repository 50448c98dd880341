import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { PasarelaProvider } from './provider.ts';

export default ModuleProvider(Modules.PAYMENT, { services: [PasarelaProvider] });
