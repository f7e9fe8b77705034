import { clientConfig } from '@kaopei/web/build'
import { defineConfig } from 'vite'
import { mendAntd } from './antd-mends.ts'

/** antd's own modules and those of the libraries below it. */
const partsOfAntd = (names: string) => new RegExp(`node_modules/(antd/es|@rc-component)/(${names})/`)

export default defineConfig(
  clientConfig({
    root: import.meta.dirname,
    base: '/',
    plugins: [mendAntd()],
    // /docs/kit is in development builds only: `npm run dev`, or a build with KAOPEI_DOCS=1.
    define: { __KIT_DOCS__: JSON.stringify(process.env.KAOPEI_DOCS === '1') },
    together: [
      { name: 'icons', test: /node_modules\/@ant-design\/icons(-svg)?\//, minShareCount: 12 },
      { name: 'controls', test: partsOfAntd('input|space|tooltip|tag') },
      { name: 'forms', test: partsOfAntd('form|async-validator') },
      { name: 'lists', test: partsOfAntd('table|select|virtual-list|overflow|spin|checkbox|radio|popover|pagination') },
    ],
  }),
)
