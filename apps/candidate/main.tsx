import './ticket.ts'
import { sendWhatIsLeft } from '@kaopei/proctoring/candidate'
import { watchPapers } from '@kaopei/sitting/candidate'
import { startOffline } from '@kaopei/web/client'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connectFiles } from './connect-files.ts'
import { fillSlots } from './fill-slots.ts'
import './shell.css'

connectFiles()
fillSlots()
watchPapers()
startOffline('/candidate/')
sendWhatIsLeft()
const host = document.getElementById('app')
if (host) {
  createRoot(host).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
