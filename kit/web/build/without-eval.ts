import type { Plugin } from 'vite'

const file = '/zod/v4/core/core.js'
const settings = '__zod_globalConfig = {}'

/**
 * zod tries whether it may write functions at run time. The pages' policy forbids it, and each try is a violation that monitoring hears. Told so
 * where its settings are born: schemas are made while modules load, so a call from our own code could come too late.
 */
export function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith(file)) return undefined
      if (!code.includes(settings)) this.error(`${file} has changed: look where it keeps its settings now`)
      return code.replace(settings, '__zod_globalConfig = { jitless: true }')
    },
  }
}
