import { settingsHelp } from './settings-options.ts';

/** Where the explanations begin. */
const COLUMN = 38;

export const HELP = `Despacho, the dispatch service.

  node main.js                        starts the service
  node main.js office create          creates an office, and its company when the tax id is new
      --ruc 20601234565               tax id of the company
      --company "Empresa S.A.C."      name of the company
      --id LIMA                       what people type as sucursal
      --name Lima                     name of the office
      [--province Lima]               decides between districts of equal names
      [--time-zone America/Lima]
      [--storage-gb 100]              storage of a new company
  node main.js office list            lists the offices, closed ones included; every list and show takes --json
      [--ruc 20601234565] [--json]
  node main.js office alike           lists offices, companies and people whose names look like another's
  node main.js office show            shows an office and its settings
      --office LIMA [--json]
  node main.js office set             changes an office and its settings; what is left out stays
      --office LIMA
${settingsHelp(6, COLUMN)}
  node main.js office rename          changes the name; the id, with which people sign in, stays
      --office LIMA --name "Lima Centro"
  node main.js office close           everything can be read, nothing changed, and its couriers' phones end
      --office LIMA
  node main.js office reopen          opens a closed office again; its phones have to be connected again
      --office LIMA
  node main.js office delete          deletes an office without people, couriers, orders and imports
      --office LIMA
  node main.js company list           lists the companies
      [--json]
  node main.js company show           shows a company and its offices
      --ruc 20601234565 [--json]
  node main.js company create         creates a company without offices
      --ruc 20601234565 --name "Empresa S.A.C." [--storage-gb 100]
  node main.js company rename         changes the name of a company
      --ruc 20601234565 --name "Empresa S.A."
  node main.js company close          closes every office of a company
      --ruc 20601234565
  node main.js company reopen         opens every office of a company
      --ruc 20601234565
  node main.js company delete         deletes a company without offices and clients, with its trail
      --ruc 20601234565
  node main.js company set            sets how much storage a company has for photos
      --ruc 20601234565 --storage-gb 200
  node main.js office contact         sets what a courier's phone offers to call and to write; "-" clears a value
      --office LIMA
      [--phone "01 444 5566"]         telephone of the office
      [--whatsapp "Hola {destinatario}"]
                                      message to recipients: {destinatario}, {repartidor}, {empresa}, {oficina},
                                      {codigo}, {cliente}
  node main.js office photos          sets the photos that couriers must take (an empty list: none)
      --office LIMA
      [--delivered entrega,firma]     of entrega, fachada, guia and firma
      [--failed incidencia]           of incidencia and fachada
  node main.js user create            creates a user
      --office LIMA --username ana.torres --name "Ana Torres"
      [--charge S]                    S every office of the company, A, J, D, C or O
      [--modules D01,G01]
      [--temporary yes]               the password must be changed at the first sign-in, within 7 days
      [--password-file path]          else it is typed, or read from standard input
  node main.js user password          sets a password and signs the user out everywhere
      --office LIMA --username ana.torres
      [--temporary yes] [--password-file path]
  node main.js user reset-link        creates a link with which a user chooses a password: once, within 30 minutes
      --office LIMA --username ana.torres [--json]
  node main.js user list              lists the users of an office with state and last sign-in
      --office LIMA [--state active]  of active, disabled and retired
      [--json]
  node main.js user show              shows one user, and what they would leave open
      --office LIMA --username ana.torres [--json]
  node main.js user import            creates up to 100 users of a CSV file, each with a temporary password
      --office LIMA
      --file people.csv               name, username, charge, profile or modules
      [--json]
  node main.js user edit              changes name, username, charge or modules
      --office LIMA --username ana.torres
      [--name "Ana Torres"] [--new-username ana] [--charge A] [--modules D01,G01] [--profile Despachador]
  node main.js user disable           ends access and sessions; user enable gives it back
      --office LIMA --username ana.torres
      [--confirm yes]                 also with open lines of «Por atender» or money that nobody has closed
  node main.js user enable            lets a disabled or retired user sign in again
      --office LIMA --username ana.torres
  node main.js user retire            the same as disable for somebody who has left
      --office LIMA --username ana.torres [--confirm yes]
  node main.js user delete            deletes a user who never signed in; others are retired
      --office LIMA --username ana.torres
  node main.js user move              moves a user to another office of the company
      --office LIMA --username ana.torres --to AREQUIPA [--confirm yes]
  node main.js user erase             counts where the name and username of a retired user are
      --office LIMA --username ana.torres
      [--confirm yes]                 replaces them with «Persona retirada» and a pseudonym (Ley 29733)
  node main.js user modules           gives a user exactly these modules, regardless of who removed them
      --office LIMA --username ana.torres --modules D01,G01
  node main.js user revoke-tokens     signs the user out everywhere
      --office LIMA --username ana.torres
  node main.js client list            lists the clients of a company
      --ruc 20601234565
      [--search botica]
      [--state all]                   all, active or disabled
      [--json]                        for programs
  node main.js client show            shows a client with its history
      --ruc 20601234565 --code C0001 [--json]
  node main.js client create          creates a client; without a code it gets the next free one
      --ruc 20601234565 --name "Botica San Juan"
      [--code C0001] [--tax-id 20512345671] [--contact "Rosa Díaz"] [--phone 987654321] [--email rosa@botica.pe]
      [--address "Av. Larco 345"] [--district 150122] [--terms "Factura quincenal"]
      [--double no]                   yes: although another client has this name or document
  node main.js client edit            changes the given fields of a client; --tax-id - and --terms - remove them
      --ruc 20601234565 --code C0001
      [--new-code BSJ]                and the options of client create
  node main.js client disable         disables a client; client enable enables it again
      --ruc 20601234565 --code C0001
  node main.js client enable
      --ruc 20601234565 --code C0001
  node main.js client merge           merges a double into another client, of every office and any number of orders
      --ruc 20601234565 --from C0002 --into C0001
      [--rename no]                   yes: renames references that both have
  node main.js client import          says what importing a CSV or XLSX file of clients would do
      --ruc 20601234565 --file clients.csv [--json]
      [--confirm yes]                 creates the new clients
  node main.js trail list             lists who signed in, took data out, or changed accounts and settings, newest first
      --ruc 20601234565
      [--person ana.torres] [--kind signIn.failed] [--address 190.12.34.56] [--office LIMA]
      [--since 2026-11-01] [--until 2026-11-30] [--limit 50] [--json]
  node main.js trail show             shows an entry with its details
      --ruc 20601234565 --id 7 [--json]
  node main.js trail export           writes what is found into a new file, which only its owner may read
      --ruc 20601234565 --to registro.jsonl [--format csv]
      and the filters of trail list
  node main.js trail retention        shows or sets for how many days a company keeps its trail, from 30 to 3650
      --ruc 20601234565 [--days 365] [--json]
  node main.js evidence sweep         lists files without a photo, and photos without a file
      [--remove yes]                  removes the files without a photo that are older than an hour
  node main.js courier create         creates a courier of an office
      --office LIMA --name "Juan Pérez"
      [--phone "987 654 321"] [--vehicle moto] [--category L3] [--plate ABC-123]
      [--from 08:00] [--to 18:00]     shift
      [--orders 30] [--kg 60]         what the vehicle takes
  node main.js courier list           lists the couriers of an office with their load of today
      --office LIMA
      [--retired yes]                 retired ones as well
      [--json]
  node main.js courier show           shows what is kept about a courier: telephone, vehicle, documents and absences
      --office LIMA --name "Juan Pérez"
                                      or --id 12
      [--json]
  node main.js courier edit           changes a courier; takes the options of create; "-" clears telephone, plate, category
      --office LIMA --name "Juan Pérez" --phone -
      [--new-name "Juan Pérez Ruiz"]
  node main.js courier absence        marks days on which a courier does not work
      --office LIMA --name "Juan Pérez Ruiz" --from tomorrow
      [--to tomorrow]
      [--present yes]                 removes the marks
  node main.js courier link           creates the link that connects a courier's phone, and its code
      --office LIMA
      [--name "Juan Pérez Ruiz"]      by default the active courier with the most orders
  node main.js courier retire         retires a courier without orders, and disconnects the phone
      --office LIMA --name "Juan Pérez Ruiz"
      [--with-cash yes]               even if the courier still has cash of the office
  node main.js evidence purge         counts the photos, signatures and documents of receivers from before a day
      --before 2025-01-01 [--office LIMA]
      [--confirm yes]                 removes them
  node main.js backup create          backs up database and photos while the service runs; a server with pg_dump
      --to backup                     an empty folder, or an earlier backup, which is brought up to date
  node main.js backup restore         restores into an empty DATA_DIR, or an empty database of DATABASE_URL
      --from backup
  node main.js database move          copies the embedded database of DATA_DIR into the empty database of DATABASE_URL,
                                      while no service runs; photos go to the bucket of EVIDENCE_S3_*, if there is one
  node main.js database upgrade       carries the database of release 0.9.0 over; run it once, while no service uses
                                      the database
      [--photos unchecked]            even if 0.9.0 has not checked all photos
  node main.js version                prints the release, its newest migration, and the releases it upgrades from
  node main.js person erase           counts where a recipient, receiver or courier is found
      --ruc 20601234565 [--office LIMA]
      --phone 987654321               or --name "Rosa Díaz", or --document 45678912
      [--confirm yes]                 erases the person; orders keep their sender, dates and amounts

The commands use the database of the environment: DATABASE_URL, or DATA_DIR, and its photos. While a service runs on DATA_DIR, it carries
them out itself: run them as the same user, on the same machine or in the same container.
`;
