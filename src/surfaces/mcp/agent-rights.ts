import { Pasarela, PasarelaError } from '../../../sdk/typescript/src/index.ts';
import { moneyOutScopes } from '../../accounts/merchants/keys/key-scopes.ts';
import type { AgentAccount, AgentRights } from './serve-agent.ts';

/**
 * What the agent's key may do, or why the agent gets nothing. An agent may be talked into anything, so its key must not be
 * able to move money out.
 */
export async function agentRights(account: AgentAccount): Promise<AgentRights | { refusal: string[] }> {
  const { baseUrl, merchantId, apiKey } = account;
  try {
    const {
      scopes,
      mode,
      merchant_name: merchantName,
    } = await new Pasarela({ baseUrl, merchantId, apiKey }).key();
    const tooMuch = moneyOutScopes.filter((scope) => scopes.includes(scope));
    if (tooMuch.length === 0) return { scopes, mode, merchantName };
    return {
      refusal: [
        `This API key may move money out (${tooMuch.join(', ')}). Give the agent a key without: on the dashboard, or by`,
        `pasarela keys issue ${merchantId} --name Agent --scopes charges:read,charges:write,orders,links,balances:read,events`,
      ],
    };
  } catch (error) {
    const said = error instanceof PasarelaError ? error.message : 'The server does not answer.';
    return { refusal: [`${baseUrl}: ${said}`] };
  }
}
