import { join } from 'node:path'
import { clientConfig } from '@kaopei/web/build'
import { defineConfig } from 'vite'
import { mendAntd } from './antd-mends.ts'

/** Loaded by Node itself: bundled with this file, the routes would bring all their screens along. */
async function screens() {
  const path = join(import.meta.dirname, 'screen-modules.ts')
  const modules: typeof import('./screen-modules.ts') = await import(path)
  return modules.screenModules()
}

export default defineConfig(
  clientConfig({
    root: import.meta.dirname,
    base: '/',
    plugins: [mendAntd()],
    // /docs/kit is in development builds only: `npm run dev`, or a build with KAOPEI_DOCS=1.
    define: { __KIT_DOCS__: JSON.stringify(process.env.KAOPEI_DOCS === '1') },
    screens: {
      screens,
      // What the library itself loads when it is drawn (a calendar) comes beside them.
      most: 19,
      isScreen: /\.(list|page|form|detail|wizard|report|screen)$/,
      frame: 'shell',
      first: 'login.page',
      late: ['header-tools', 'notify-stage', 'list-page'],
      drawn: ['upload-control', 'date-controls', 'rich-text-canvas'],
    },
  }),
)
