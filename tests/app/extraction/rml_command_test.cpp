// Tests of `records` with a mapping of RML.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

class rml_command : public program_folder {
 protected:
  /// Books, which are joined with their authors.
  void write_mapping(const std::string& author = "rml:template \"http://e.org/{id}\"") const {
    write(
        "mapping.ttl",
        "@prefix rml: <http://w3id.org/rml/> .\n@prefix : <http://e.org/> .\n"
        ":author rml:logicalSource [ rml:source \"authors.csv\" ; rml:referenceFormulation rml:CSV ] ;\n"
        "  rml:subjectMap [ " +
            author +
            " ] ;\n"
            "  rml:predicateObjectMap [ rml:predicate :name ; rml:objectMap [ rml:reference \"name\" ] ] .\n"
            ":book rml:logicalSource [ rml:source \"books.csv\" ; rml:referenceFormulation rml:CSV ] ;\n"
            "  rml:subjectMap [ rml:template \"http://e.org/book/{isbn}\" ] ;\n"
            "  rml:predicateObjectMap [ rml:predicate :by ; rml:objectMap [ rml:parentTriplesMap :author ;\n"
            "    rml:joinCondition [ rml:child \"author\" ; rml:parent \"id\" ] ] ] .\n");
    write("in/authors.csv", "id,name\n1,Ada\n2,Bob\n");
    write("in/books.csv", "isbn,author\n7,2\n8,3\n");
  }
};

TEST_F(rml_command, joins_the_documents_that_are_named_X05) {
  write_mapping();
  EXPECT_EQ(run("records mapping.ttl in/books.csv in/authors.csv"), exit_ok) << err_;
  EXPECT_EQ(
      out_,
      "<http://e.org/book/7> <http://e.org/by> <http://e.org/2> .\n"
      "<http://e.org/1> <http://e.org/name> \"Ada\" .\n<http://e.org/2> <http://e.org/name> \"Bob\" .\n");
  EXPECT_EQ(run("records mapping.ttl -r in"), exit_ok) << err_;
  EXPECT_NE(out_.find("<http://e.org/by> <http://e.org/2>"), std::string::npos) << out_;
}

TEST_F(rml_command, reads_a_joined_document_in_its_encoding_X05) {
  write_mapping("rml:template \"http://e.org/{name}\"");
  write("in/authors.csv", "id,name\n2,Andr\xE9\n");
  write("in/books.csv", "isbn,author\n7,2\n");
  EXPECT_EQ(run("records mapping.ttl in/books.csv in/authors.csv"), exit_ok) << err_;
  EXPECT_NE(out_.find("<http://e.org/by> <http://e.org/Andr\xC3\xA9>"), std::string::npos) << out_;
}

TEST_F(rml_command, says_which_document_a_join_lacks_X05) {
  write_mapping();
  EXPECT_EQ(run("records mapping.ttl in/books.csv"), exit_some_failed);
  EXPECT_TRUE(says("the mapping joins the document with authors.csv: name that file, too")) << err_;
  write_mapping("rml:template \"{id}\" ; rml:termType rml:BlankNode");
  EXPECT_EQ(run("records mapping.ttl in/books.csv in/authors.csv"), exit_some_failed);
  EXPECT_TRUE(says("whose subjects are blank nodes")) << err_;
}

}  // namespace
}  // namespace laundromat
