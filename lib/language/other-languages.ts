/**
 * Frequent words of languages that the interface is not translated into and that have no `facts`, so that a text in one
 * of them is not taken for another language. Their months, weekdays, units and magnitudes come from `Intl`.
 */
export const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  cs: 'je se na že jsou nebo také ale pro který která které byl byla bylo jako podle jen až už při své jeho denně stojí',
  da: 'og det er at ikke på med til af den som for har var blev eller også efter ved fra kan bliver deres',
  fi: 'ja on ei että oli se mutta myös tai kun joka ovat sekä hän mukaan vuonna kuin jälkeen',
  hu: 'és az hogy nem egy volt is meg csak mint vagy már még ezt után szerint között',
  nl: 'het een van en niet ook voor met zijn naar dat wordt bij aan maar heeft hij uit dan deze werd nog wel deur terwijl wij hoeveel geen kostte haar hun er wie',
  no: 'og det er ikke på med til av som har var ble eller også etter ved fra kan blir deres jeg vi',
  ro: 'și în nu este care din pentru mai sunt sau fost după lui prin fi au',
  uk: 'і та що не на у в з до за від для як це також або було були є його її вони при про після якщо торік',
  sv: 'och att det som är på för av inte med till den har var ett om från eller också efter vid kan blev så enligt man vilket',
};

/** Words in these languages between two items with a figure each. */
export const OTHER_CONJUNCTIONS: Readonly<Record<string, string>> = {
  cs: 'a i nebo ale',
  da: 'og eller men mens',
  fi: 'ja tai mutta sekä',
  hu: 'és vagy de míg',
  nl: 'en of maar terwijl dan',
  no: 'og eller men mens',
  ro: 'și sau dar iar',
  sv: 'och eller men medan',
  uk: 'і та й або але',
};

/** Names of the currencies of these languages without an adjective, in their forms, by ISO code. */
export const OTHER_CURRENCIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cs: { CZK: 'koruna koruny korun korunu' },
  da: { DKK: 'krone kroner kr' },
  hu: { HUF: 'forint forintot forintba forintért' },
  no: { NOK: 'krone kroner kr' },
  ro: { RON: 'leu lei' },
  sv: { SEK: 'krona kronor kr' },
  uk: { UAH: 'гривня гривні гривень гривню грн' },
};
