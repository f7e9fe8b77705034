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
