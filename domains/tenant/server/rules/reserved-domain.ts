const reserved = new Set([
  'www',
  'api',
  'admin',
  'app',
  'static',
  'assets',
  'files',
  'cdn',
  'mail',
  'platform',
  'permission',
  'localhost',
  'test',
  'status',
  'docs',
])

/** First labels that would be taken for something else than a company. */
export function isReservedDomain(domain: string): boolean {
  return reserved.has(domain) || domain.startsWith('put-aside-') || domain === 'demo-unfinished' || domain.startsWith('xn--')
}
