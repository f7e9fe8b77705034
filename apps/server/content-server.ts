import { type ContentAppOptions, type ContentOrigin, createContentApp } from '@kaopei/courseware/server'
import { closeWithin, type PublicUrl, type RawServices } from '@kaopei/server'
import type { Config } from './config.ts'
import type { ContentPlace } from './package-player.ts'

const patienceMs = 2000

/** The second port, for packages alone. */
export class ContentServer implements ContentOrigin, ContentPlace {
  readonly #config: Config
  readonly publicUrl: PublicUrl
  #port: number | undefined

  constructor(config: Config, publicUrl: PublicUrl) {
    this.#config = config
    this.publicUrl = publicUrl
  }

  /** As it stands in answers: where nobody has said it, the port alone, on whatever host the page came from. */
  address(): string | undefined {
    if (this.#port === undefined) return undefined
    return this.#config.KAOPEI_CONTENT_URL ?? `:${this.#port}`
  }

  /** For a page that came from this host. */
  originFor(protocol: string, hostname: string): string | undefined {
    const address = this.address()
    return address?.startsWith(':') ? `${protocol}://${hostname}${address}` : address
  }

  /** The product goes on without it when the port is taken: packages then say that they cannot be played. */
  async listen(services: RawServices, productPort: number, sharesPort: boolean): Promise<() => Promise<void>> {
    const { HOST: host, KAOPEI_TRUST_PROXY: proxies, PORT, tls } = this.#config
    const options: ContentAppOptions = { productPort, proxies, ...(tls && { https: tls }) }
    const app = await createContentApp(services, options)
    const port = PORT === 0 ? 0 : PORT + 1
    try {
      const address = await app.listen({ host, port, ...(sharesPort && { reusePort: true }) })
      this.#port = Number(new URL(address).port)
      services.log.info({ address }, 'packages are shown here')
    } catch (error) {
      services.log.warn({ err: error, port }, '标准课件的端口无法打开，标准课件暂时不能播放：请释放该端口后重新启动')
    }
    return () => closeWithin(app, patienceMs)
  }
}
