// The run-time of SCORM 1.2, as packages look for it: in the windows around them.
function findApi(from) {
  for (let at = from, steps = 0; steps < 10; at = at.parent, steps += 1) {
    if (at.API) return at.API
    if (at.parent === at) return null
  }
  return null
}

const api = findApi(window)
const begunAt = Date.now()

const scorm = {
  begin() {
    api?.LMSInitialize('')
  },
  get(name) {
    return api?.LMSGetValue(name) ?? ''
  },
  set(values) {
    for (const [name, value] of Object.entries(values)) api?.LMSSetValue(name, String(value))
    api?.LMSCommit('')
  },
  end(exit) {
    const seconds = Math.floor((Date.now() - begunAt) / 1000)
    const two = (number) => String(Math.floor(number)).padStart(2, '0')
    const time = `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
    scorm.set({ 'cmi.core.session_time': time, 'cmi.core.exit': exit })
    api?.LMSFinish('')
  },
}

scorm.begin()
addEventListener('pagehide', () => scorm.end('suspend'))
