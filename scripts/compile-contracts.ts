/**
 * Compiles `contracts/` to `src/sandbox/chains/contracts.json`, which is committed: running the sandbox needs no
 * compiler. Run it after changing a contract; a test compares the two.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import solc from 'solc';

const sourcesFolder = new URL('../contracts/', import.meta.url);
const output = new URL('../src/sandbox/chains/contracts.json', import.meta.url);

export type CompiledContract = { abi: unknown[]; bytecode: string };

interface Solc {
  compile(input: string): string;
}

interface SolcAnswer {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>;
}

export function compileContracts(): Record<string, CompiledContract> {
  const files = readdirSync(sourcesFolder).sort();
  const answer = JSON.parse(
    (solc as Solc).compile(
      JSON.stringify({
        language: 'Solidity',
        sources: Object.fromEntries(
          files.map((file) => [file, { content: readFileSync(new URL(file, sourcesFolder), 'utf8') }]),
        ),
        settings: {
          optimizer: { enabled: true, runs: 200 },
          // The newest version that both local chains support; the Tron one stays at this level.
          evmVersion: 'shanghai',
          // Without a hash of the sources the bytecode depends only on the code, not on its comments.
          metadata: { bytecodeHash: 'none' },
          outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
        },
      }),
    ),
  ) as SolcAnswer;
  const faults = (answer.errors ?? []).map((fault) => fault.formattedMessage);
  if (faults.length > 0) throw new Error(faults.join('\n'));

  const compiled: Record<string, CompiledContract> = {};
  for (const contracts of Object.values(answer.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      // Abstract contracts have no bytecode: they cannot be deployed.
      if (evm.bytecode.object !== '') compiled[name] = { abi, bytecode: `0x${evm.bytecode.object}` };
    }
  }
  return compiled;
}

if (import.meta.main) {
  writeFileSync(output, `${JSON.stringify(compileContracts(), null, 2)}\n`);
}
