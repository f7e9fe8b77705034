import { clientConfig } from '@kaopei/web/build'
import { defineConfig } from 'vite'

export default defineConfig(clientConfig({ root: import.meta.dirname, base: '/candidate/', isOffline: true }))
