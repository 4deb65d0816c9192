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
  node main.js office list            lists the offices, closed ones included
      [--ruc 20601234565] [--json]
  node main.js office alike           lists offices, companies and people whose names look like another's
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
  node main.js company set            sets how much storage a company has for photos, or how long it keeps its trail
      --ruc 20601234565 --storage-gb 200
      [--trail-days 365]              from 30 to 3650
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
  node main.js user reset-factor      removes a lost second factor and signs the user out everywhere
      --office LIMA --username ana.torres
  node main.js user permit-factor     lets a user set up a second factor from any address: once, within 24 hours
      --office LIMA --username ana.torres
  node main.js sign-in break-glass    shows what it would do
      --office LIMA --username ana.torres
      [--confirm yes]                 lets one user sign in with the password for 30 minutes although the company does
                                      not allow passwords, for use while its identity provider is down
  node main.js secrets rewrite        encrypts all second factors with the newest key of SECRETS_KEY
  node main.js user erase             counts where the name and username of a retired user are
      --office LIMA --username ana.torres
      [--confirm yes]                 replaces them with «Persona retirada» and a pseudonym (Ley 29733)
  node main.js user modules           gives a user exactly these modules, regardless of who removed them
      --office LIMA --username ana.torres --modules D01,G01
  node main.js user revoke-tokens     signs the user out everywhere
      --office LIMA --username ana.torres
  node main.js evidence sweep         lists files without a photo, and photos without a file
      [--remove yes]                  removes the files without a photo that are older than an hour
  node main.js courier link           creates the link that connects a courier's phone, and its code
      --office LIMA
      [--name "Juan Pérez Ruiz"]      by default the active courier with the most orders
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
  node main.js call                   lists the operations of the screens that the operator can call
  node main.js call offices.details   calls one of them; with --help it prints what --json takes
      --company 20601234565           tax id of the company
      --office LIMA
      [--json '{}']                   params, query and body of the operation
      [--key 8d0f2a5e-6c1b]           a creation that is repeated with the same key is carried out once
  node main.js version                prints the release, its newest migration, and the releases it upgrades from
  node main.js person erase           counts where a recipient, receiver or courier is found
      --ruc 20601234565 [--office LIMA]
      --phone 987654321               or --name "Rosa Díaz", or --document 45678912
      [--confirm yes]                 erases the person; orders keep their sender, dates and amounts

The commands use the database of the environment: DATABASE_URL, or DATA_DIR, and its photos. While a service runs on DATA_DIR, it carries
them out itself: run them as the same user, on the same machine or in the same container.
`;
