/** The company's domain as the server named it; known after assemblyInfo(). */
let knownDomain: string | undefined

/** First label of the host. Empty for localhost and addresses: the server then takes the deployment's default company. */
export function domainOfHost(hostname: string): string {
  if (hostname === 'localhost' || hostname.includes(':') || /^[\d.]+$/.test(hostname)) return ''
  return hostname.split('.')[0]?.toLowerCase() ?? ''
}

export function hostDomain(): string {
  return typeof location === 'undefined' ? '' : domainOfHost(location.hostname)
}

export function orgDomain(): string {
  return knownDomain ?? hostDomain()
}

export function rememberDomain(domain: string): void {
  if (domain) knownDomain = domain
}
