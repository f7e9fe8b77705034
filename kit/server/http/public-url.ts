/** Where people open this product. Whoever runs it says so; a request never does, because its sender could write any host into other people's mails. */
export interface PublicUrl {
  /** `https://exam.example.com`; with `{company}` as its first label for companies that have hosts of their own. No slash at the end. */
  readonly pattern: string
  /** False: nobody has said, and this is where the process itself listens, which opens on its own machine alone. */
  readonly isConfigured: boolean
}

const companyPart = '{company}'

/** The pattern as it is kept; undefined for what is no origin, or has `{company}` anywhere but as the host's first label. */
export function publicUrlPattern(given: string): string | undefined {
  const text = given.trim().replace(/\/$/, '')
  const url = URL.parse(text.replace(`://${companyPart}.`, '://company.'))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return /[{}\s]/.test(url.href) || url.href !== `${url.origin}/` ? undefined : text
}

/** The address of a company's site: scheme, host and port. */
export function siteOf({ pattern }: PublicUrl, companyDomain: string): string {
  return pattern.replace(companyPart, companyDomain)
}

/** Whether a page of this host is one of ours: where somebody has said where people open the product, that address alone, else any host. */
export function isHostOfSite({ pattern, isConfigured }: PublicUrl, hostname: string): boolean {
  if (!isConfigured) return isHostname(hostname)
  const [own = '', company = ''] = [siteOf({ pattern, isConfigured }, 'company'), pattern].map(
    (site) => URL.parse(site)?.hostname,
  )
  const asked = hostname.toLowerCase()
  if (own === company) return asked === own
  const domain = own.slice('company'.length)
  return asked.endsWith(domain) && /^[\w-]+$/.test(asked.slice(0, -domain.length))
}

/** A client writes into its own request what it likes; into a policy or a page goes only what can be a host. */
export function isHostname(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(text)
}
