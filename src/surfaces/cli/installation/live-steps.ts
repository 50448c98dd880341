/** Facts about the installation that decide which steps are printed. */
export interface LiveFacts {
  /** The command line with the settings of this installation. */
  program: string;
  dir: string;
  runner: 'systemd' | 'compose';
  /** E-mail address of the first account. */
  person: string;
  baseUrl: string;
  /** The networks that have RPC nodes. */
  networks: readonly string[];
  /** Whether this installation signs payouts, with a key file of its own or on another machine. */
  signer: 'key-file' | 'remote' | 'none';
  hasProxy: boolean;
  takesCards: boolean;
}

export interface Step {
  title: string;
  /** The instruction if there is nothing to type, or background to know. */
  text: string;
  /** To be pasted unchanged; words in capitals must be replaced. */
  commands: string[];
}

/** The steps from the written files to a first charge. docs/operate/going-live.md shows the same list. */
export function liveSteps(facts: LiveFacts): Step[] {
  const { program, person } = facts;
  return [
    startStep(facts),
    {
      title: 'Invite the first person',
      text: 'It prints a link. Until somebody has an account, the audit log names the user of the machine.',
      commands: [`${program} people invite ${person} --role administrator`],
    },
    {
      title: 'Set up the second factor',
      text: 'Open the link, choose a password, and under "My account" add an authenticator app or a passkey. From now on --by names an account, and a code of its app is asked for.',
      commands: [],
    },
    {
      title: 'Create a merchant',
      text: 'It asks for a code and prints the API key and the webhook secret, once: keep them. Payouts are off until somebody sets limits.',
      commands: [
        `created=$(${program} merchants create --name "First shop" --email ${person} --by ${person} --json); echo "$created"`,
      ],
    },
    ...fundingSteps(facts),
    {
      title: 'Check everything',
      text: 'Each fault says which variable is wrong and what to do.',
      commands: [`${program} doctor --mail-to ${person}`],
    },
    chargeStep(facts),
  ];
}

function startStep({ dir, runner, hasProxy }: LiveFacts): Step {
  const proxy = hasProxy
    ? ` Give your proxy ${dir}/nginx.conf or ${dir}/Caddyfile, and set the files of the certificate in it.`
    : '';
  return {
    title: 'Start it',
    text: `The first start makes the tables.${proxy}`,
    commands:
      runner === 'compose'
        ? [`docker compose -f ${dir}/compose.yml up -d --build`]
        : [
            `cp ${dir}/pasarela@.service /etc/systemd/system/`,
            'systemctl daemon-reload',
            'systemctl enable --now pasarela@api pasarela@worker pasarela@watcher',
          ],
  };
}

function fundingSteps({ program, person, networks, signer }: LiveFacts): Step[] {
  const [network] = networks;
  if (network === undefined) return [];
  const wallet: Step = {
    title: 'Name the wallet that deposits go to',
    text: 'For each family of networks. Compare the addresses with those of your own wallet. No key that moves deposits is on this server.',
    commands: [
      `${program} wallet set ${network} ACCOUNT_XPUB --by ${person}`,
      `${program} wallet derive ${network}`,
    ],
  };
  if (signer === 'none') return [wallet];
  const create = `${program} hot-wallet create --network ${network} --by ${person}`;
  return [
    wallet,
    {
      title: 'Book the funding of the hot wallet',
      text: `For each network that pays out. ${signer === 'remote' ? 'The signer names the address. ' : ''}Send tokens and gas to it, and enter the transfer of the tokens: else the books do not know whose they are.`,
      commands: [
        ...(signer === 'key-file' ? [create] : []),
        `${program} hot-wallet use ${network} ADDRESS --by ${person}`,
        `${program} custody book ${network} hot TRANSACTION --by ${person} --note "first funding"`,
      ],
    },
  ];
}

function chargeStep({ baseUrl, takesCards }: LiveFacts): Step {
  const method = takesCards
    ? '"method_code":"CARDS","method_category":"CARD"'
    : '"method_code":"USDT","method_category":"CRYPTO"';
  const field = (name: string, from: string): string =>
    `$(echo "${from}" | sed -n 's/.*"${name}": *"\\([^"]*\\)".*/\\1/p')`;
  return {
    title: 'Make a first charge',
    text: 'In the same shell as the merchant. Open the urlCheckout of the answer and pay; give it back afterwards on the dashboard.',
    commands: [
      `merchant=${field('merchantId', '$created')} key=${field('apiKey', '$created')}`,
      `answer=$(curl -sS -X POST ${baseUrl}/api/auth/token -H "x-api-key: $key" -H "X-Merchant-Id: $merchant")`,
      `token=${field('access_token', '$answer')} session=${field('session_id', '$answer')}`,
      `curl -sS -X POST ${baseUrl}/api/transactions/charges -H "Authorization: Bearer $token" -H "x-session-id: $session" -H 'Content-Type: application/json' -d '{"flow":"PAYIN",${method},"country":"MEX","currency":"USD","amount":10.50,"description":"First charge","order_number":"LIVE-1"}'`,
    ],
  };
}

/** The steps as they are printed, and as docs/operate/going-live.md shows them. */
export function describeSteps(steps: readonly Step[]): string {
  return steps
    .map(({ title, text, commands }, at) =>
      [`${at + 1}. ${title}. ${text}`, ...commands.map((command) => `   ${command}`)].join('\n'),
    )
    .join('\n');
}
